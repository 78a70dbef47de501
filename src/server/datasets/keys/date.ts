import { z } from 'zod'
import { IsoDate, UsDate } from '../../../../schemas/api/parameters.ts'
import { formatDate, formatIsoDate, formatMonth, parseDate } from '../../../report/calendar.ts'
import { isDay } from './period-text.ts'
import type { StoredKeyKind } from './stored-key-kind.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

export const date: StoredKeyKind<'date'> = {
  yearRange: (year) => ({ first: formatMonth(year, 1), last: formatMonth(year, 12) }),
  periodOf: (key) => key.slice(0, 7),
  datedPart: ({ key }) => key,
  format: ({ format }, key) => {
    if (format === 'YYYY-MM-DD') return key
    const found = parseDate(key)
    if (found === null) throw new Error(`invalid date in database: ${key}`)
    return formatDate(found, format)
  },
  parse: (_, value) => {
    const found = parseDate(String(value))
    if (found === null) return null
    const key = formatIsoDate(found)
    return { period: key.slice(0, 7), key }
  },
  isKey: isDay,
  bodySchema: z.string().refine(
    (text) => {
      const found = parseDate(text)
      return found !== null && found.year >= 1900 && found.year <= 2199
    },
    { error: 'must be a date such as 2025-03-07 or 3/7/2025' },
  ),
  statedInBody: () => ({ year: 'optional', month: 'optional' }),
  jsonSchema: (plan) => {
    const { format, pattern } = z.toJSONSchema(plan.format === 'YYYY-MM-DD' ? IsoDate : UsDate)
    return { type: 'string', ...(format === undefined ? { pattern } : { format }) }
  },
  demoDates: (year, month, choose) =>
    (month === undefined ? MONTHS : [month]).map((each) => ({
      period: formatMonth(year, each),
      keys: choose(year, each).map((key) => ({ key, date: key })),
    })),
}
