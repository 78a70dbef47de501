import { z } from 'zod'
import { formatMonth } from '../../../report/calendar.ts'
import { isMonth } from './period-text.ts'
import type { StoredKeyKind } from './stored-key-kind.ts'

export const month: StoredKeyKind<'month'> = {
  yearRange: (year) => ({ first: String(year), last: String(year) }),
  periodOf: (key) => key.slice(0, 4),
  datedPart: ({ key }) => key,
  format: (_, key) => Number(key.slice(5)),
  parse: (_, value, { year }) => {
    const key = formatMonth(year, Number(value))
    return { period: key.slice(0, 4), key }
  },
  isKey: isMonth,
  bodySchema: z.int().min(1).max(12),
  statedInBody: () => ({ year: 'required', month: 'optional' }),
  jsonSchema: () => ({ type: 'integer', minimum: 1, maximum: 12 }),
  demoDates: (year) => {
    const keys = Array.from({ length: 12 }, (_, index) => formatMonth(year, index + 1))
    return [{ period: null, keys: keys.map((key) => ({ key, date: `${key}-01` })) }]
  },
}
