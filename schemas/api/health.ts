import * as z from 'zod/mini'

/** Response of `GET /healthz`: the process runs. */
export const Health = z.object({ status: z.literal('ok') })

/** Response of `GET /readyz`; `degraded` while part of the server does not work, such as storing on a full disk. */
export const Ready = z.object({ status: z.enum(['ready', 'degraded']) })
