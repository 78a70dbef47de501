import { z } from 'zod'
import { formatMonth } from '../../../report/calendar.ts'
import type { StoredKeyKind } from './stored-key-kind.ts'

export const text: StoredKeyKind<'text'> = {
  yearRange: (year) => ({ first: String(year), last: String(year) }),
  periodOf: (_, stated) => stated,
  datedPart: ({ period }) => period,
  format: (_, key) => key,
  parse: ({ per }, value, { year, month }) => ({
    period: per === 'none' ? '' : per === 'year' ? String(year) : formatMonth(year, month),
    key: String(value),
  }),
  isKey: () => true,
  bodySchema: z
    .string()
    .min(1)
    .max(500)
    .refine((name) => name.trim() === name && !/\p{C}|[\p{Zl}\p{Zp}]/u.test(name), {
      error: 'must have no control or invisible characters and no blanks around it',
    }),
  statedInBody: ({ per }) => ({
    year: per === 'none' ? 'null' : 'required',
    month: per === 'month' ? 'required' : 'null',
  }),
  jsonSchema: () => ({ type: 'string' }),
  demoDates: () => null,
}
