import * as z from 'zod/mini'
import { boundedText, pageFields } from './parameters.ts'

/** `failed` is a job that is not tried again by itself. */
const JobState = z.enum(['waiting', 'running', 'done', 'failed'])

/** Work that the server does at its due time. */
export const Job = z.object({
  id: z.int(),
  kind: z.string(),
  subject: z.string(),
  dueAt: z.string(),
  state: JobState,
  attempts: z.int(),
  /** When it is tried next, if it waits; while it runs, when another server takes it over. */
  nextAt: z.string(),
  /** Why the last attempt failed; null if none has. */
  lastError: z.nullable(z.string()),
  /** When it was done or failed for good. */
  finishedAt: z.nullable(z.string()),
})
export type Job = z.infer<typeof Job>

export const JobQuery = z.strictObject({
  ...pageFields,
  state: z.optional(JobState),
  kind: z.optional(boundedText(100)),
})
export type JobQuery = z.output<typeof JobQuery>
