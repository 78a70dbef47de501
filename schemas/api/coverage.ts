import * as z from 'zod/mini'

/** The time that the records of a report cover, and when they changed last. */
export const Coverage = z.object({
  /** The offered years: those of the definition and those with records, latest first. */
  years: z.array(z.int()),
  /** The last time with a record, such as `2026-01-30` or `2026-01`; null if it is not known, as in another database. */
  upTo: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  /** The last import that was not undone; null without one. */
  imported: z.nullable(z.object({ at: z.string(), by: z.string(), file: z.string() })),
})
export type Coverage = z.infer<typeof Coverage>
