import * as z from 'zod/mini'
import { boundedText, DateParam, NoId, SameId } from './parameters.ts'

/** The most characters of a note. */
export const MAX_NOTE_LENGTH = 500

/** A note belongs to a report, there to its tab, or to the dataset of the report's records. */
const NoteScope = z.enum(['report', 'dataset'])
export type NoteScope = z.infer<typeof NoteScope>

const MOMENT = /^(19|20|21)\d\d-\d\d-\d\d(T([01]\d|2[0-3])(:(00|15|30|45))?)?$/

/** The first or last day, hour or quarter of an hour that a note is about. */
const NoteMoment = z.string().check(
  z.refine((text) => MOMENT.test(text) && z.regexes.date.test(text.slice(0, 10)), {
    error: 'must be a day such as 2025-03-14, or a time of it such as 2025-03-14T10 or 2025-03-14T10:15',
  }),
)

/** Control characters, and those that change the direction of the text around them. */
const UNREADABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u

/** One paragraph of plain text: blanks and line ends become one blank each. */
const NoteText = boundedText(4 * MAX_NOTE_LENGTH).check(
  z.overwrite((text) => text.replaceAll(/\s+/g, ' ').trim()),
  z.minLength(1, 'must not be blank'),
  z.maxLength(MAX_NOTE_LENGTH),
  z.refine((text) => !UNREADABLE.test(text), { error: 'must not contain control characters' }),
)

/** A note as it is sent. */
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
  /** Its ETag. */
  version: z.string(),
})
export type Note = z.infer<typeof Note>

/** Query of `GET /v1/notes`: a screen of a report by the key of its plan, and the days that it shows. */
export const NotesQuery = z.strictObject({ screen: boundedText(300), from: DateParam, to: DateParam })

const content = {
  from: NoteMoment,
  to: NoteMoment,
  row: z._default(z.nullable(boundedText(500)), null),
  text: NoteText,
}

/** Body of `POST /v1/notes`. */
export const CreateNoteRequest = z.strictObject({
  id: NoId,
  screen: boundedText(300),
  scope: NoteScope,
  ...content,
})

/** Body of `PUT /v1/notes/{id}`; what else a read returns may be sent, but not changed. */
export const UpdateNoteRequest = z.strictObject({
  ...z.partial(Note).shape,
  id: SameId,
  ...content,
})
