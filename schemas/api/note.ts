import * as z from 'zod/mini'

export const MAX_NOTE_LENGTH = 500

/** A note belongs to a report, there to its tab, or to the dataset of the report's records. */
export const NoteScope = z.enum(['report', 'dataset'])
export type NoteScope = z.infer<typeof NoteScope>

export const Note = z.object({
  id: z.int(),
  scope: NoteScope,
  from: z.string(),
  to: z.string(),
  /** The name of the row, in a table of names; null for all rows. */
  row: z.nullable(z.string()),
  text: z.string(),
  author: z.string(),
  createdAt: z.string(),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  version: z.string(),
})
export type Note = z.infer<typeof Note>
