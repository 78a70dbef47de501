import { formatDate, formatIsoDate, monthNames, parseDate, parseHour } from './calendar.ts'
import { formatKey, type KeyKind, type KeyPlan, listNumbers, parseWhole, type RowKey } from './key-kind.ts'
import {
  countWeeks,
  formatQuarter,
  formatWeek,
  formatWeekDays,
  getDaysOfQuarter,
  getDaysOfWeek,
  type PartOfYear,
  parseQuarter,
  parseWeek,
} from './parts-of-year.ts'
import { anyPeriod, type DayRange, includesDay, listDays, type Period } from './periods.ts'
import { describeType, type FieldMap, getField, ResponseError } from './response.ts'

export type { KeyKind, KeyPlan, KeyPlanOf, RowKey } from './key-kind.ts'

/** Rows are calendar dates; the key is `YYYY-MM-DD`. */
const date: KeyKind<'date'> = {
  expected: 'a calendar date',
  parse: (value, period) => {
    const found = typeof value === 'string' ? parseDate(value.trim()) : null
    if (found === null) return null
    const key = formatIsoDate(found)
    return { key, isWithin: includesDay(period, key) }
  },
  format: ({ format }, key) => {
    const found = parseDate(key)
    return found === null ? key : formatDate(found, format)
  },
  dateFormat: ({ format }) => format,
  listParts: (key) => {
    const [keyYear = '', keyMonth = '', keyDay = ''] = listNumbers(key)
    return new Map(Object.entries({ key, keyYear, keyMonth, keyDay }))
  },
  isSorted: true,
  listAll: ({ days }) => (days === null ? [] : listDays(days)),
}

/** Rows are the months of a year; the key is `01` to `12`. */
const month: KeyKind<'month'> = {
  expected: 'a month (1 to 12)',
  parse: (value) => {
    const found = parseWhole(value, 1, 12)
    return found === null ? null : { key: formatKey(found), isWithin: true }
  },
  format: ({ format }, key) => {
    const name = monthNames[Number(key) - 1] ?? key
    return format === 'short' ? name.slice(0, 3) : name
  },
  dateFormat: () => null,
  listParts: (key) => new Map([['key', String(Number(key))]]),
  isSorted: true,
  listAll: () => monthNames.map((_, index) => formatKey(index + 1)),
}

/** Rows are names, in the order of the response. */
const text: KeyKind<'text'> = {
  expected: 'a text',
  parse: (value) =>
    typeof value === 'string' || typeof value === 'number' ? { key: String(value), isWithin: true } : null,
  format: (_, key) => key,
  dateFormat: () => null,
  listParts: (key) => new Map([['key', key]]),
  isSorted: false,
  listAll: () => [],
}

/** Rows are hours: the key is `00` to `23`, after its day (`2025-03-07 14`) unless one day is chosen. */
const hour: KeyKind<'hour'> = {
  expected: 'an hour (0 to 23, HH:mm, or a timestamp)',
  parse: (value, period) => {
    const text = typeof value === 'string' ? value.trim() : ''
    const found = parseHour(text) ?? parseWhole(value, 0, 23)
    if (found === null) return null
    const day = parseDate(text)
    if (day === null) return { key: formatKey(found), isWithin: true }
    const { days } = period
    const written = formatIsoDate(day)
    const isChosen = days !== null && days.first === days.last
    return {
      key: `${isChosen ? '' : `${written} `}${formatKey(found)}`,
      isWithin: includesDay(period, written),
    }
  },
  format: (_, key) => `${key}:00`,
  dateFormat: () => null,
  listParts: (key) => new Map([['key', key]]),
  isSorted: true,
  listAll: () => Array.from({ length: 24 }, (_, index) => formatKey(index)),
}

/** What weeks and quarters differ in. */
interface YearPart<K extends 'week' | 'quarter'> extends Pick<KeyKind<K>, 'expected' | 'format'> {
  readonly parse: (text: string) => PartOfYear | null
  readonly formatKey: (year: number | null, part: number) => string
  /** The number of parts that a year has; the most without a year. */
  readonly count: (year: number | null) => number
  readonly getDays: (year: number, part: number) => DayRange
}

/** Rows are parts of a year; the key names the year as far as it is known. */
function createYearPart<K extends 'week' | 'quarter'>(kind: YearPart<K>): KeyKind<K> {
  const isWithin = (part: PartOfYear, { year, days }: Period): boolean => {
    if (part.year === null) return true
    if (days === null) return year === null || part.year === year
    const { first, last } = kind.getDays(part.year, part.part)
    return first <= days.last && last >= days.first
  }
  return {
    expected: kind.expected,
    parse: (value, period) => {
      const { year } = period
      const number = parseWhole(value, 1, kind.count(year))
      const written = number === null && typeof value === 'string' ? kind.parse(value.trim()) : null
      const part =
        number === null
          ? written && { year: written.year ?? year, part: written.part }
          : { year, part: number }
      if (part === null || part.part > kind.count(part.year)) return null
      return { key: kind.formatKey(part.year, part.part), isWithin: isWithin(part, period) }
    },
    format: kind.format,
    dateFormat: () => null,
    listParts: (text) => {
      const [keyYear = '', key = ''] = listNumbers(text)
      return new Map(Object.entries({ key, keyYear }))
    },
    isSorted: true,
    listAll: (period) =>
      Array.from({ length: kind.count(period.year) }, (_, index) => ({ year: period.year, part: index + 1 }))
        .filter((part) => isWithin(part, period))
        .map(({ year, part }) => kind.formatKey(year, part)),
  }
}

/** A key of a chosen year without the year. */
const shorten = (key: string, { year }: Period): string =>
  year === null ? key : key.slice(key.indexOf('-') + 1)

/** Rows are weeks of ISO 8601; the key is `2025-W07`. */
const week = createYearPart<'week'>({
  expected: 'a week (2025-W07, or 1 to 53)',
  parse: parseWeek,
  format: ({ format }, key, period) => {
    const found = format === 'dates' ? parseWeek(key) : null
    return found === null || found.year === null
      ? shorten(key, period)
      : formatWeekDays(found.year, found.part, period.year === null)
  },
  formatKey: formatWeek,
  count: (year) => (year === null ? 53 : countWeeks(year)),
  getDays: getDaysOfWeek,
})

/** Rows are quarters; the key is `2025-Q1`. */
const quarter = createYearPart<'quarter'>({
  expected: 'a quarter (2025-Q1, Q1, or 1 to 4)',
  parse: parseQuarter,
  format: (_, key, period) => shorten(key, period),
  formatKey: formatQuarter,
  count: () => 4,
  getDays: getDaysOfQuarter,
})

/** Every kind of row key; what only Node needs of each is in `src/definition/keys.ts`. */
const keyKinds: { readonly [K in KeyPlan['kind']]: KeyKind<K> } = { date, month, text, hour, week, quarter }

export const getKeyKind = <K extends KeyPlan['kind']>({ kind }: { readonly kind: K }): KeyKind<K> =>
  keyKinds[kind]

/** The key of the same row one year later; a name, or a month without a year, is the same. */
export const addYear = (plan: KeyPlan, key: string): string =>
  plan.kind === 'text' ? key : key.replace(/^\d{4}(?=-)/, (year) => String(Number(year) + 1))

/** The key of a record. Throws ResponseError for a value that is not of the key's kind; `path` is for its message. */
export function parseRowKey(
  plan: KeyPlan,
  record: FieldMap,
  path: string,
  period: Period = anyPeriod,
): RowKey {
  const value = getField(record, plan.fields)
  const { parse, expected } = getKeyKind(plan)
  const key = parse(value, period)
  if (key !== null) return key
  const found = typeof value === 'string' ? `'${value.slice(0, 40)}'` : describeType(value)
  throw new ResponseError(`${path}.${plan.fields.join('|')}: ${expected} expected, found ${found}`)
}
