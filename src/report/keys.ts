import { type DateFormat, formatDate, formatIsoDate, monthNames, parseDate, parseHour } from './calendar.ts'
import {
  anyPeriod,
  countWeeks,
  type DayRange,
  formatQuarter,
  formatWeek,
  formatWeekDays,
  getDaysOfQuarter,
  getDaysOfWeek,
  includesDay,
  listDays,
  type PartOfYear,
  parseQuarter,
  parseWeek,
  type Period,
} from './periods.ts'
import { describeType, type FieldMap, getField, parseNumber, ResponseError } from './response.ts'

interface KeyPlanBase {
  readonly fields: readonly string[]
  readonly label: string
}

export type KeyPlan =
  | (KeyPlanBase & { readonly kind: 'date'; readonly format: DateFormat })
  | (KeyPlanBase & { readonly kind: 'month'; readonly format: 'short' | 'long' })
  | (KeyPlanBase & { readonly kind: 'week'; readonly format: 'number' | 'dates' })
  | (KeyPlanBase & { readonly kind: 'hour' })
  | (KeyPlanBase & { readonly kind: 'quarter' })
  | (KeyPlanBase & { readonly kind: 'text' })

export type KeyPlanOf<K extends KeyPlan['kind']> = Extract<KeyPlan, { kind: K }>

/** What identifies a row: a key that also sorts, and whether it is in the chosen period. */
export interface RowKey {
  readonly key: string
  readonly isWithin: boolean
}

/** What a kind of row key does at runtime, in the browser and on the server. */
export interface KeyKind<K extends KeyPlan['kind']> {
  /** What a field must contain, for messages. */
  readonly expected: string
  /** Parses the value of a field; null for one that is not as expected. */
  readonly parse: (value: unknown, period: Period) => RowKey | null
  /** The label of a key; that of a chosen year does not name the year. */
  readonly format: (plan: KeyPlanOf<K>, key: string, period: Period) => string
  /** How labels write a date; null for keys that are not dates. */
  readonly dateFormat: (plan: KeyPlanOf<K>) => DateFormat | null
  /** What links can name of a key: `key` as a selector takes it, and its parts. */
  readonly listParts: (key: string) => ReadonlyMap<string, string>
  /** Whether rows are sorted by key; otherwise they keep the order of the response. */
  readonly isSorted: boolean
  /** The keys of all rows of a period, from which missing rows are filled in. */
  readonly listAll: (period: Period) => readonly string[]
}

/** The numbers of a key without leading zeros, as selectors take them. */
const listNumbers = (key: string): string[] => key.split(/\D+/).map((part) => String(Number(part)))

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

/** Two digits, so that months and hours sort. */
const formatKey = (part: number) => String(part).padStart(2, '0')

/** A whole number within limits, or the number in a text; null for anything else. */
function parseWhole(value: unknown, min: number, max: number): number | null {
  const found = parseNumber(value)
  return typeof found === 'number' && Number.isInteger(found) && found >= min && found <= max ? found : null
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

/** Every kind of row key; what only Node needs of each is in `src/definition/keys/`. */
const keyKinds: { readonly [K in KeyPlan['kind']]: KeyKind<K> } = {
  date,
  hour,
  month,
  week,
  quarter,
  text,
}

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
