import { z } from 'zod'
import { boundedText } from './text.ts'

/** The number of a record as it stands in a path: digits only, small enough for every engine. */
export const RecordId = z
  .string()
  .regex(/^[0-9]{1,9}$/, 'must be a number of at most nine digits')
  .transform(Number)

/** Path of a call for one record. */
export const IdParams = z.strictObject({ id: RecordId })

/** The number of a record in the body of its change: may be sent back as it was read, and must be that of the path. */
export const SameId = z.int().min(1).max(999_999_999).optional()

/** A new record has no number yet. */
export const NoId = z.never({ error: 'is given by the server; leave it out' }).optional()

/** Query of a list call: page from 0, 1 to 100 records a page, text to find (S32). */
export const PageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a number of at most nine digits')
    .default('0')
    .transform(Number),
  size: z
    .string()
    .regex(/^([1-9][0-9]?|100)$/, 'must be a number from 1 to 100')
    .default('10')
    .transform(Number),
  search: boundedText(200).default(''),
})
export type PageQuery = z.output<typeof PageQuery>

/** A year as it stands in a path or query. */
export const YearParam = z
  .string()
  .regex(/^(19|20|21)\d\d$/, 'must be a year such as 2025')
  .transform(Number)

/** A month from 1 to 12 as it stands in a path or query. */
export const MonthParam = z
  .string()
  .regex(/^(0?[1-9]|1[0-2])$/, 'must be a month from 1 to 12')
  .transform(Number)

/** A month with its year, such as `2025-03`. */
export const YearMonthParam = z
  .string()
  .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2025-03')

/** A calendar date as the minutes reports write it: `3/7/2025`. */
export const UsDate = z.string().regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/)

/** A calendar date as `2025-03-07`. */
export const IsoDate = z.iso.date()
