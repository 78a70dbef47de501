import * as z from 'zod/mini'
import { boundedText } from './parameters.ts'
import { DraftCall } from './definitions.ts'
import { ScheduledView } from './schedule.ts'

/** What the mail of a draft shows, as a schedule says it. */
export const DraftMailCall = z.object({
  ...z.omit(DraftCall, { call: true }).shape,
  view: ScheduledView,
  workbook: z.boolean(),
  charts: z.boolean(),
  /** The user who sends it; the caller by default. */
  owner: z.optional(boundedText(100)),
})
export type DraftMailCall = z.infer<typeof DraftMailCall>
