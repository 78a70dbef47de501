import { z } from 'zod'
import { answerOf } from './answer.ts'

/** Which way international minutes go (R32). */
export const InternationalDirection = z.enum(['IDA_TO_ROUTELINK', 'ROUTELINK_TO_MNO'])
export type InternationalDirection = z.infer<typeof InternationalDirection>

/**
 * A date and one number per operator and carrier. Carriers may bear any name, `__proto__` too, which a schema of
 * fields would drop: a row passes as it is.
 */
export const InternationalRow = z.custom<Readonly<Record<string, string | number>>>(
  (row) => typeof row === 'object',
)

/** A month of international minutes: rows with one number per carrier, and the carriers (spec §3). */
export const InternationalMinutes = answerOf(
  z.object({ data: z.array(InternationalRow), carriers: z.array(z.string()) }),
)
