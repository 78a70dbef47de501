import * as z from 'zod/mini'
import { isStorable, NOT_TEXT } from './validate-form.ts'

/** Returns the schema of a text of at most `max` characters that every database and reader supports. */
export function boundedText(max: number) {
  return z.string().check(z.maxLength(max), z.refine(isStorable, { error: NOT_TEXT }))
}

/** Returns the schema of a text that matches a pattern; the message follows the name of the field. */
export function patternText(pattern: RegExp, message?: string) {
  return z.string().check(z.regex(pattern, message))
}

export function wholeNumber(min: number, max: number) {
  return z.int().check(z.minimum(min), z.maximum(max))
}

const digits = patternText(/^[0-9]{1,9}$/, 'must be a number of at most nine digits')

/** The number of a record in a path: digits only, small enough for every database. */
export const RecordId = z.pipe(digits, z.transform(Number))

export const IdParams = z.strictObject({ id: RecordId })

export const RecordNumber = wholeNumber(1, 999_999_999)

/** The number of a record in the body of its change: optional, and equal to that of the path. */
export const SameId = z.optional(RecordNumber)

/** A new record has no number yet. */
export const NoId = z.optional(z.never({ error: 'is given by the server; leave it out' }))

/** The page of a list call: from 0, with 1 to 100 records. */
export const pageFields = {
  page: z.pipe(z._default(digits, '0'), z.transform(Number)),
  size: z.pipe(
    z._default(patternText(/^([1-9][0-9]?|100)$/, 'must be a number from 1 to 100'), '10'),
    z.transform(Number),
  ),
}

/** Query of a list call: page, and text to find. */
export const PageQuery = z.strictObject({ ...pageFields, search: z._default(boundedText(200), '') })
export type PageQuery = z.output<typeof PageQuery>

export const YearParam = z.pipe(
  patternText(/^(19|20|21)\d\d$/, 'must be a year from 1900 to 2199, such as 2025'),
  z.transform(Number),
)

/** A month with its year, such as `2025-03`. */
export const YearMonthParam = patternText(
  /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/,
  'must be a month from 1900-01 to 2199-12, such as 2025-03',
)

/** A day in a path or query, such as `2025-03-07`. */
export const DateParam = patternText(
  /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/,
  'must be a date from 1900-01-01 to 2199-12-31, such as 2025-03-07',
)

/** A calendar date in the format of the minutes reports: `3/7/2025`. */
export const UsDate = patternText(/^\d{1,2}\/\d{1,2}\/\d{4}$/)

/** A calendar date as `2025-03-07`. */
export const IsoDate = z.iso.date()

export const DashboardParams = z.strictObject({ id: boundedText(100) })

/** The first segment of every path that belongs to the API; all other paths are pages and files of the portal. */
export const apiPrefixes = [
  'auth',
  'v1',
  'api',
  'dashboards',
  'healthz',
  'readyz',
  'metrics',
  'openapi.json',
] as const
export type ApiPrefix = (typeof apiPrefixes)[number]

const alternatives = apiPrefixes.map((prefix) => prefix.replace('.', '\\.')).join('|')
const API_PATH = new RegExp(`^/+(${alternatives})(/|\\?|;|%|$)`, 'i')

/** Says whether a URL's path belongs to the API, in any spelling that a server accepts. */
export function isApiPath(url: string): boolean {
  return API_PATH.test(url)
}
