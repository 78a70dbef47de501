import { z } from 'zod'

/** Answer of `GET /healthz`: the process lives. */
export const Health = z.object({ status: z.literal('ok') })

/** Answer of `GET /readyz`: the process takes requests; `degraded` while part of it does not work, such as storing on a full disk. */
export const Ready = z.object({ status: z.enum(['ready', 'degraded']) })
