import { daysInMonth, formatDate, formatIsoDate, parseDate } from '../calendar.ts'
import type { KeyKind } from './key-kind.ts'

/** Rows are calendar dates; the key is `YYYY-MM-DD`. */
export const date: KeyKind<'date'> = {
  expected: 'a calendar date',
  parse: (value) => {
    const found = typeof value === 'string' ? parseDate(value.trim()) : null
    return found && { key: formatIsoDate(found), year: found.year, month: found.month }
  },
  format: ({ format }, key) => {
    const found = parseDate(key)
    return found === null ? key : formatDate(found, format)
  },
  dateFormat: ({ format }) => format,
  isSorted: true,
  listAll: ({ year, month }) =>
    year === null || month === null
      ? []
      : Array.from({ length: daysInMonth(year, month) }, (_, index) =>
          formatIsoDate({ year, month, day: index + 1 }),
        ),
}
