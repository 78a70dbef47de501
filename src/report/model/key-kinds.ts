import { formatDate, formatIsoDate, monthNames, padTwo, parseDate } from '../../time/calendar.ts'
import {
  anyPeriod,
  countDays,
  DAY_MINUTES,
  formatDayRange,
  includesDay,
  listDays,
  type Period,
} from '../../time/days.ts'
import { createClock } from '../../time/clock-changes.ts'
import { type DayPart, getDays, type YearPart } from '../../time/grain.ts'
import {
  dayParts,
  type DayPartName,
  grains,
  mapGrains,
  yearParts,
  type YearPartName,
} from '../../time/grains.ts'
import { capitalize } from './format.ts'
import type { KeyDefinitions } from '../../../schemas/report/rows.ts'
import { describeType, type FieldMap, getField, parseNumber, ResponseError } from './report-response.ts'

export type KeyPlanOf<K extends keyof KeyDefinitions> = {
  [One in K]: Omit<KeyDefinitions[One], 'field' | 'kind'> & {
    readonly kind: One
    readonly fields: readonly string[]
  }
}[K]
export type KeyPlan = KeyPlanOf<keyof KeyDefinitions>

/** What identifies a row: a key that also sorts, and whether it is in the chosen period. */
export interface RowKey {
  readonly key: string
  readonly isWithin: boolean
}

export interface KeyKind<K extends KeyPlan['kind']> {
  /** What a row is, in the singular: `day`. */
  readonly noun: string
  /** What a field must contain, for messages. */
  readonly expected: string
  /** Parses the value of a field, and that of the field with its year; null for one that is not as expected. */
  readonly parse: (value: unknown, period: Period, year?: unknown) => RowKey | null
  /** The label of a key; that of a chosen year does not name the year. */
  readonly format: (plan: KeyPlanOf<K>, key: string, period: Period) => string
  /** What links can name of a key: `key` as a selector takes it, and its parts. */
  readonly listParts: (key: string) => ReadonlyMap<string, string>
  /** The position of a row after the first day of its period, which is a number; null if the key does not say it. */
  readonly locate: (key: string, first: number) => string | null
  /** Whether a period determines which rows there can be. */
  readonly isDetermined: (period: Period) => boolean
  /** The keys of all rows of a period, from which missing rows are filled in. */
  readonly listAll: (period: Period, plan: KeyPlanOf<K>) => readonly string[]
}

/** Returns the numbers of a key without leading zeros, as selectors take them. */
const listNumbers = (key: string): string[] => key.split(/\D+/).map((part) => String(Number(part)))

/** Parses a whole number within limits, or the number in a text; null for anything else. */
function parseWhole(value: unknown, min: number, max: number): number | null {
  const found = parseNumber(value)
  return typeof found === 'number' && Number.isInteger(found) && found >= min && found <= max ? found : null
}

/** Returns the position of a key that begins with a date, after the first day of the period. */
function locateDay(key: string, first: number): string | null {
  const day = parseDate(key.slice(0, 10))
  return day === null ? null : `${countDays(day) - first}${key.slice(10)}`
}

const base = {
  format: (_: unknown, key: string) => key,
  listParts: (key: string) => new Map([['key', key]]),
}

/** Rows are calendar dates; the key is `YYYY-MM-DD`. */
const date: KeyKind<'date'> = {
  ...base,
  noun: 'day',
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
  listParts: (key) => {
    const [keyYear = '', keyMonth = '', keyDay = ''] = listNumbers(key)
    return new Map(Object.entries({ key, keyYear, keyMonth, keyDay }))
  },
  locate: locateDay,
  isDetermined: ({ days }) => days !== null,
  listAll: ({ days }) => (days === null ? [] : listDays(days)),
}

const isOneDay = ({ days }: Period): boolean => days !== null && days.first === days.last

/** Rows are parts of a day: the key is `00` to `23` or `00:00` to `23:45`, after its day (`2025-03-07 14`) unless one day is chosen. */
const createDayPartKey = ({
  noun,
  written,
  count,
  parsePart,
  formatPart,
  formatTime,
}: DayPart): KeyKind<DayPartName> => ({
  ...base,
  noun,
  expected: written,
  parse: (value, period) => {
    const text = typeof value === 'string' ? value.trim() : ''
    const part = parsePart(text) ?? parseWhole(value, 0, count - 1)
    if (part === null) return null
    const date = parseDate(text)
    if (date === null) return { key: formatPart(part), isWithin: true }
    const day = formatIsoDate(date)
    return {
      key: `${isOneDay(period) ? '' : `${day} `}${formatPart(part)}`,
      isWithin: includesDay(period, day),
    }
  },
  format: (_, key) => formatTime(key),
  locate: locateDay,
  isDetermined: isOneDay,
  listAll: ({ days }, { zone }) => {
    const parts = Array.from({ length: count }, (_, index) => index)
    const shows = zone === undefined || days === null ? () => true : createClock(zone)
    const length = DAY_MINUTES / count
    const isShown = (part: number) =>
      [part * length, (part + 1) * length - 1].some((minutes) => shows(days?.first ?? '', minutes))
    return parts.filter(isShown).map(formatPart)
  },
})

/** Formats the key of a month: `03` as `Mar` or `March`, `2025-03` as `Mar 2025`. */
export function formatMonth(key: string, format: 'short' | 'long'): string {
  const name = monthNames[Number(key.slice(-2)) - 1] ?? key
  return `${format === 'short' ? name.slice(0, 3) : name} ${key.slice(0, -3)}`.trim()
}

/** Rows are months; the key is `01` to `12` of a chosen year, else `2025-03` if records say the year. */
const month: KeyKind<'month'> = {
  ...base,
  noun: 'month',
  expected: 'a month (1 to 12)',
  parse: (value, period, ofYear) => {
    const found = parseWhole(value, 1, 12)
    if (found === null) return null
    const year = period.year === null ? parseWhole(ofYear, 1900, 2199) : null
    if (year === null) return { key: padTwo(found), isWithin: true }
    const key = `${year}-${padTwo(found)}`
    return { key, isWithin: includesDay(period, `${key}-01`) }
  },
  format: ({ format }, key) => formatMonth(key, format),
  listParts: (key) =>
    new Map([
      ['key', String(Number(key.slice(-2)))],
      ['keyYear', key.slice(0, -3)],
    ]),
  locate: (key, first) => {
    const { at, parse, split } = grains.month
    const found = parse(key)
    return String(found === null ? Number(key) - split(at(first)).part : found - at(first))
  },
  isDetermined: () => true,
  listAll: ({ year, days }, { yearField }) => {
    if (days !== null && year === null && yearField !== undefined)
      return [...new Set(listDays(days).map((day) => day.slice(0, 7)))]
    const chosen = days === null ? null : new Set(listDays(days).map((day) => day.slice(5, 7)))
    const all = monthNames.map((_, index) => padTwo(index + 1))
    return all.filter((key) => chosen?.has(key) !== false)
  },
}

/** Rows are parts of a year; the key names the year as far as it is known: `2025-W07`. */
function createYearPartKey(grain: YearPart): KeyKind<YearPartName> {
  const isWithin = (period: number, { year, days }: Period): boolean => {
    if (days === null) return year === null || grain.split(period).year === year
    const { first, last } = getDays(grain, period)
    return first <= days.last && last >= days.first
  }
  const build = (year: number | null, part: number, period: Period): RowKey | null => {
    if (year === null) return { key: grain.formatPart(part), isWithin: true }
    if (part > grain.count(year)) return null
    const found = grain.of(year, part)
    return { key: grain.format(found), isWithin: isWithin(found, period) }
  }
  return {
    ...base,
    noun: grain.noun,
    expected: `a ${grain.noun} (${grain.written}, or 1 to ${grain.max})`,
    parse: (value, period) => {
      const text = typeof value === 'string' ? value.trim() : ''
      const found = grain.parse(text)
      if (found !== null) return { key: text, isWithin: isWithin(found, period) }
      const part = parseWhole(value, 1, grain.max) ?? grain.parsePart(text)
      return part === null ? null : build(period.year, part, period)
    },
    // A chosen year is not named.
    format: (plan, key, { year }) => {
      const found = 'format' in plan && plan.format === 'dates' ? grain.parse(key) : null
      if (found !== null) return formatDayRange(getDays(grain, found), year === null)
      return year === null ? key : key.slice(key.indexOf('-') + 1)
    },
    listParts: (text) => {
      const [keyYear = '', key = ''] = listNumbers(text)
      return new Map(Object.entries({ key, keyYear }))
    },
    locate: (key, first) => {
      const found = grain.parse(key)
      return found === null ? null : String(found - grain.at(first))
    },
    isDetermined: ({ year }) => year !== null,
    listAll: (period) => {
      const { year } = period
      const parts = Array.from(
        { length: year === null ? grain.max : grain.count(year) },
        (_, index) => index + 1,
      )
      return parts.flatMap((part) => {
        const found = build(year, part, period)
        return found?.isWithin ? found.key : []
      })
    },
  }
}

/** Rows are names, in the order of the response. */
const text: KeyKind<'text'> = {
  ...base,
  noun: 'row',
  expected: 'a text',
  parse: (value) =>
    typeof value === 'string' || typeof value === 'number' ? { key: String(value), isWithin: true } : null,
  locate: () => null,
  isDetermined: ({ year }) => year !== null,
  listAll: () => [],
}

const keyKinds: { readonly [K in KeyPlan['kind']]: KeyKind<K> } = {
  date,
  month,
  text,
  ...mapGrains(dayParts, createDayPartKey),
  ...mapGrains(yearParts, createYearPartKey),
}

export const getKeyKind = <K extends KeyPlan['kind']>({ kind }: { readonly kind: K }): KeyKind<K> =>
  keyKinds[kind]

/** Returns what the rows are, as the beginning of a sentence: `Days`. */
export function formatRowNoun(kind: KeyPlan['kind']): string {
  return `${capitalize(getKeyKind({ kind }).noun)}s`
}

/** Returns the key of the same row one year later; a name, or a month without a year, is the same. */
export const addYear = (plan: KeyPlan, key: string): string =>
  plan.kind === 'text' ? key : key.replace(/^\d{4}(?=-)/, (year) => String(Number(year) + 1))

/** Parses the key of a record. Throws ResponseError for a value of another kind; `path` is for its message. */
export function parseRowKey(
  plan: KeyPlan,
  record: FieldMap,
  path: string,
  period: Period = anyPeriod,
): RowKey {
  const value = getField(record, plan.fields)
  const { parse, expected } = getKeyKind(plan)
  const key = parse(value, period, plan.kind === 'month' && record.get(plan.yearField ?? ''))
  if (key !== null) return key
  const found = typeof value === 'string' ? `'${value.slice(0, 40)}'` : describeType(value)
  throw new ResponseError(`${path}.${plan.fields.join('|')}: ${expected} expected, found ${found}`)
}
