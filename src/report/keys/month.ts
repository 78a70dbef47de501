import { monthNames } from '../calendar.ts'
import { parseNumber } from '../response.ts'
import type { KeyKind } from './key-kind.ts'

/** Two digits, so that months sort. */
const formatKey = (month: number) => String(month).padStart(2, '0')

/** Rows are the months of a year; the key is `01` to `12`. */
export const month: KeyKind<'month'> = {
  expected: 'a month (1 to 12)',
  parse: (value) => {
    const found = parseNumber(value)
    return typeof found === 'number' && Number.isInteger(found) && found >= 1 && found <= 12
      ? { key: formatKey(found), year: null, month: found }
      : null
  },
  format: ({ format }, key) => {
    const name = monthNames[Number(key) - 1] ?? key
    return format === 'short' ? name.slice(0, 3) : name
  },
  dateFormat: () => null,
  isSorted: true,
  listAll: () => monthNames.map((_, index) => formatKey(index + 1)),
}
