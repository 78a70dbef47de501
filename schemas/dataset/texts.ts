import { z } from 'zod'
import { define, whole, optionalList } from '../report/primitives.ts'
import { heading, headings, label } from './measures.ts'
import { FieldName } from './primitives.ts'

/** A line break, a character that controls or cannot be seen: what texts of records and names do not contain. */
export const UNPRINTABLE = /\p{C}|[\p{Zl}\p{Zp}]/u

/** Returns a text in the body of a request; an empty one is none. */
export const RecordText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.trim() === text && !UNPRINTABLE.test(text), {
      error: 'must have no control or invisible characters and no blanks around it',
    })

export const Text = define('Text', 'A text of a record, such as a remark; a record can lack it.', {
  field: FieldName,
  label: label.optional(),
  headings,
  maxLength: whole(1, 1000)
    .default(200)
    .describe('The most characters of a text; it has neither line breaks nor other control characters.'),
  demo: optionalList(heading).describe('Texts that some demo records have.'),
})
