import { z, type ZodType } from 'zod'
import type { DatasetKeyPlan, DatasetPlan } from './dataset-plan.ts'
import { formatDate, formatIsoDate, parseDate } from '../time/calendar.ts'
import { type DayRange, formatDay } from '../time/days.ts'
import { getDays, isStorable } from '../time/grain.ts'
import { dayParts, grains, isDayPart, yearParts } from '../time/grains.ts'
import { getStoredGrain, getKeyTime, periodLengths } from './key-spans.ts'
import { IsoDate, UsDate } from '../../schemas/api/parameters.ts'

/**
 * What identifies a record of a scope. `period` is the day of an hour (`2025-03-07`), the month of a date (`2025-03`),
 * the year of any longer time (`2025`); `key` is the hour (`2025-03-07T14`), the quarter of an hour (`2025-03-07T14:15`),
 * the date (`2025-03-07`), the week (`2025-W07`), the month (`2025-03`), the quarter (`2025-Q1`) or the year (`2025`);
 * `ALWAYS` for both of a record without a time.
 */
export interface RecordKey {
  readonly period: string
  readonly key: string
}

export interface PeriodRange {
  readonly first: string
  readonly last: string
}

/** The records of a read: those of a range of periods, with keys in a range. */
export interface RecordRange extends PeriodRange {
  /** The first and the last key; missing for all of the periods. */
  readonly keys?: DayRange
}

/** The period of a request: a year, a month of it, some days, or none of these. */
export interface RequestedPeriod {
  readonly year?: number | undefined
  readonly month?: number | undefined
  readonly days?: DayRange | undefined
}

/** Demo records that are created together. */
export interface DemoDates {
  /** The period whose names get values; null for records without names of a list or pattern. */
  readonly period: string | null
  /** The keys, each with the day that decides its values. */
  readonly keys: readonly { readonly key: string; readonly date: string }[]
}

export const ALWAYS = '0001'

const getPeriodLength = (key: DatasetKeyPlan) => periodLengths[getStoredGrain(key)]

/** Returns the stored periods of a requested period, and the keys in them: of parts of a day, all. */
export function getPeriodRange({ key }: DatasetPlan, { year, month, days }: RequestedPeriod): RecordRange {
  const length = getPeriodLength(key)
  const build = (first: string, last: string) => ({
    first: first.slice(0, length),
    last: last.slice(0, length),
  })
  if (key.kind === 'none') return build(ALWAYS, ALWAYS)
  if (days === undefined && month === undefined) {
    return year === undefined ? build('', '') : build(`${year}-01-01`, `${year}-12-31`)
  }
  const { first, last } = days ?? getDays(grains.month, grains.month.of(year ?? 0, month ?? 1))
  const { grain } = getKeyTime(key)
  if (isDayPart(grain)) return build(first, last)
  const { format, at } = grains[grain]
  const find = (day: string) => format(at(grains.day.parse(day) ?? 0))
  const keys = { first: find(first), last: find(last) }
  return { ...build(keys.first, keys.last), keys }
}

/** Returns the stored periods that contain the days, months or years of a range; null for no bound. */
export function getPrefixRange({ key }: DatasetPlan, from: string | null, to: string | null): PeriodRange {
  const length = getPeriodLength(key)
  return { first: (from ?? '').slice(0, length), last: `${to || '9999'}-99-99`.slice(0, length) }
}

/** Returns the period of a key, which begins it. */
export const getStoredPeriod = (plan: DatasetKeyPlan, key: string): string =>
  key.slice(0, getPeriodLength(plan))

/** Builds a key with its period. */
export const buildRecordKey = ({ key: plan }: DatasetPlan, key: string): RecordKey => ({
  period: getStoredPeriod(plan, key),
  key,
})

/** Returns true if a stored text is a key. */
export const isKey = (plan: DatasetKeyPlan, key: string): boolean =>
  plan.kind === 'none' ? key === ALWAYS : isStorable(grains[getKeyTime(plan).grain], key)

/** Joins period and key, which identify a record of a scope. */
export const joinKey = ({ period, key }: RecordKey): string => `${period} ${key}`

/** Builds the scope of dimension values, in their order. A slash in a value is escaped. */
export const buildScope = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll('/', '%2F')).join('/')

/** Builds the scope of each combination of values, with some values of each dimension. */
export const buildScopes = (dimensions: readonly (readonly string[])[]): string[] =>
  dimensions
    .reduce<string[][]>(
      (lists, values) => lists.flatMap((list) => values.map((value) => [...list, value])),
      [[]],
    )
    .map(buildScope)

/** The values of each dimension whose records are wanted; null for all values of an open one. */
export type Wanted = readonly (readonly string[] | null)[]

/** Wants all records of a dataset. */
export const wantAll = ({ dimensions }: Pick<DatasetPlan, 'dimensions'>): Wanted =>
  dimensions.map(({ values }) => values)

/** Wants the records of one scope. */
export const wantScope = (scope: string): Wanted => getDimensionValues(scope).map((value) => [value])

/** Lists the wanted scopes in their order; null if only the data knows them. */
export const listWanted = (wanted: Wanted): string[] | null => {
  const lists = wanted.flatMap((values) => (values === null ? [] : [values]))
  return lists.length < wanted.length ? null : buildScopes(lists)
}

/** Creates a function that returns true for the dimension values of wanted records. */
export function createMatcher(wanted: Wanted): (values: readonly string[]) => boolean {
  const sets = wanted.map((values) => values && new Set(values))
  return (values) => sets.every((set, index) => set === null || set.has(values[index] ?? ''))
}

/** Returns the dimension values of a scope. */
export const getDimensionValues = (scope: string): readonly string[] => {
  const values = scope === '' ? [] : scope.split('/')
  return scope.includes('%')
    ? values.map((value) => value.replaceAll('%2F', '/').replaceAll('%25', '%'))
    : values
}

/** Returns the year and month of a record; null for what its key does not have. */
export function splitPeriod({ key }: RecordKey) {
  if (key === ALWAYS) return { year: null, month: null }
  const [, year, month] = /^(\d{4})(?:-(\d\d))?/.exec(key) ?? []
  return { year: year === undefined ? null : Number(year), month: month === undefined ? null : Number(month) }
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const formatMonth = (year: number, month: number): string => grains.month.format(grains.month.of(year, month))

/** Formats the key as it is sent, such as a date in the dataset's format, or the number of a month or year. */
export function formatKey({ key: plan }: DatasetPlan, { key }: RecordKey): string | number {
  if (plan.kind === 'month') return Number(key.slice(5))
  if (plan.kind === 'year') return Number(key)
  if (plan.kind !== 'date' || plan.format === 'YYYY-MM-DD') {
    return isDayPart(plan.kind) ? dayParts[plan.kind].formatTime(key) : key
  }
  const found = parseDate(key)
  if (found === null) throw new Error(`invalid date in database: ${key}`)
  return formatDate(found, plan.format)
}

/** Parses the key of a validated body; `year` is the one that it states beside a month. */
export function parseSentKey({ kind }: DatasetKeyPlan, value: unknown, year: number): string {
  if (kind === 'none') return ALWAYS
  const text = String(value)
  if (kind === 'month') return formatMonth(year, Number(value))
  if (isDayPart(kind)) return text.slice(0, dayParts[kind].example.length)
  const found = kind === 'date' ? parseDate(text) : null
  return found === null ? text : formatIsoDate(found)
}

/** Builds the schema of the key in the body of a request. */
export function buildKeySchema({ kind }: DatasetKeyPlan): ZodType {
  if (kind === 'month') return z.int().min(1).max(12)
  if (kind === 'year' || kind === 'none') return z.int().min(1900).max(2199)
  if (kind === 'date') {
    const isDate = (text: string) => {
      const found = parseDate(text)
      return found !== null && isStorable(grains.day, formatIsoDate(found))
    }
    return z.string().refine(isDate, { error: 'must be a date such as 2025-03-17 or 3/17/2025' })
  }
  if (!isDayPart(kind)) {
    const { noun, example } = yearParts[kind]
    const error = `must be a ${noun} such as ${example}`
    return z.string().refine((text) => isStorable(yearParts[kind], text), { error })
  }
  const { one, example, formatTime } = dayParts[kind]
  const isTime = (text: string) => {
    const key = text.slice(0, example.length)
    return isStorable(dayParts[kind], key) && formatTime(key) === text
  }
  return z.string().refine(isTime, { error: `must be ${one} such as ${formatTime(example)}` })
}

/** Describes the key for the document of the API. */
export function describeKey(plan: DatasetKeyPlan): Readonly<Record<string, unknown>> {
  const { kind } = plan
  if (kind === 'month') return { type: 'integer', minimum: 1, maximum: 12 }
  if (kind === 'year' || kind === 'none') return { type: 'integer' }
  if (kind === 'date') {
    const { format, pattern } = z.toJSONSchema(plan.format === 'YYYY-MM-DD' ? IsoDate : UsDate)
    return { type: 'string', ...(format === undefined ? { pattern } : { format }) }
  }
  const start = isDayPart(kind) ? String.raw`^\d{4}-\d{2}-\d{2}T` : String.raw`^\d{4}-`
  return { type: 'string', pattern: `${start}${grains[kind].pattern}$` }
}

/** Lists the demo records of a year, or of one of its months. */
export function listDemoDates(
  { kind }: DatasetKeyPlan,
  year: number,
  month: number | undefined,
  choose: (year: number, month: number) => readonly string[],
): readonly DemoDates[] {
  const months = month === undefined ? MONTHS : [month]
  if (kind === 'none') return [{ period: null, keys: [{ key: ALWAYS, date: '2025-01-01' }] }]
  if (kind === 'year') return [{ period: null, keys: [{ key: String(year), date: `${year}-01-01` }] }]
  if (kind === 'month') {
    const keys = months.map((each) => formatMonth(year, each))
    return [{ period: null, keys: keys.map((key) => ({ key, date: `${key}-01` })) }]
  }
  if (kind === 'date') {
    return months.map((each) => ({
      period: formatMonth(year, each),
      keys: choose(year, each).map((key) => ({ key, date: key })),
    }))
  }
  if (isDayPart(kind)) {
    const { count, format, at, formatTime } = dayParts[kind]
    const days = months.flatMap((each) => choose(year, each))
    return days.map((day) => ({
      period: day,
      keys: Array.from({ length: count }, (_, index) => {
        const key = format(at(grains.day.parse(day) ?? 0) + index)
        return { key, date: `${formatTime(key)}Z` }
      }),
    }))
  }
  const { list, format, start } = yearParts[kind]
  const keys = list(year).map((period) => {
    // The first Thursday decides the values, so that they do not depend on the day of the week. Day 0 was one.
    const thursday = 7 * Math.ceil(start(period) / 7)
    return { key: format(period), date: formatDay(thursday) }
  })
  return [{ period: String(year), keys }]
}
