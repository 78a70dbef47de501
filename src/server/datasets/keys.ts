import { z, type ZodType } from 'zod'
import type { DatasetKeyPlan, DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { formatDate, formatIsoDate, formatMonth, parseDate } from '../../report/calendar.ts'
import type { DatasetKeyPlanOf } from '../../definition/datasets/keys.ts'
import { IsoDate, UsDate } from '../../../schemas/api/parameters.ts'

/** `2025`. */
export const isYear = (text: string): boolean => /^(?:19|20|21)\d\d$/.test(text)

/** `2025-03`. */
export const isMonth = (text: string): boolean =>
  /^\d{4}-\d\d$/.test(text) && isYear(text.slice(0, 4)) && parseDate(`${text}-01`) !== null

/** `2025-03-07`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isYear(text.slice(0, 4)) && parseDate(text) !== null

/**
 * What identifies a record of a scope. `period` is the month of a date (`2025-03`), the year of a month (`2025`), or
 * the period of a name, empty if it has none; `key` is the date (`2025-03-07`), the month (`2025-03`) or the name.
 */
export interface RecordKey {
  readonly period: string
  readonly key: string
}

/** The first and the last period of a read. */
export interface PeriodRange {
  readonly first: string
  readonly last: string
}

/** The period of a request: a year, a month of it, or neither. */
export interface RequestedPeriod {
  readonly year?: number | undefined
  readonly month?: number | undefined
}

/** The same period one year earlier. */
export const getPreviousYear = <P extends RequestedPeriod>(period: P): P =>
  period.year === undefined ? period : { ...period, year: period.year - 1 }

/** The year and month that a body states beside the key; NaN for what it does not state. */
export interface StatedPeriod {
  readonly year: number
  readonly month: number
}

/** Demo records that are created together. */
export interface DemoDates {
  /** The period whose names get values; null for records without names of a list or pattern. */
  readonly period: string | null
  /** The keys, each with the day that decides its values. */
  readonly keys: readonly { readonly key: string; readonly date: string }[]
}

/** Whether the body of a record states a part of its period. */
export type Presence = 'required' | 'optional' | 'null'

/** How records with a kind of key are stored, read and written. */
export interface StoredKeyKind<K extends DatasetKeyPlan['kind']> {
  /** The periods of a year. */
  readonly yearRange: (year: number) => PeriodRange
  /** The period of a key; `stated` is the one that is stated beside a name. */
  readonly getPeriod: (key: string, stated: string) => string
  /** The text that begins with year and month, as far as the record has them. */
  readonly datedPart: (record: RecordKey) => string
  /** The key as it is sent. */
  readonly format: (plan: DatasetKeyPlanOf<K>, key: string) => string | number
  /** Reads a key from the body of a request; null if it is invalid. */
  readonly parse: (plan: DatasetKeyPlanOf<K>, value: unknown, stated: StatedPeriod) => RecordKey | null
  /** Whether a stored text is a key of this kind. */
  readonly isKey: (key: string) => boolean
  /** The schema of the key in the body of a request. */
  readonly bodySchema: ZodType
  /** Whether a body has to state year and month, can, or must leave them null. */
  readonly statedInBody: (plan: DatasetKeyPlanOf<K>) => {
    readonly year: Presence
    readonly month: Presence
  }
  /** The key as the document of the API describes it. */
  readonly jsonSchema: (plan: DatasetKeyPlanOf<K>) => Readonly<Record<string, unknown>>
  /** The demo records of a year, or of one of its months; null if their keys are the names of the demo. */
  readonly demoDates: (
    year: number,
    month: number | undefined,
    choose: (year: number, month: number) => readonly string[],
  ) => readonly DemoDates[] | null
}

/** The stored periods of a requested period. */
export function getPeriodRange({ key }: DatasetPlan, { year, month }: RequestedPeriod): PeriodRange {
  if (year === undefined) return { first: '', last: '' }
  if (month !== undefined) return { first: formatMonth(year, month), last: formatMonth(year, month) }
  return getStoredKeyKind(key).yearRange(year)
}

/** A key with its period; `period` is the one that is stated beside a name. */
export function buildRecordKey({ key: plan }: DatasetPlan, key: string, period = ''): RecordKey {
  return { period: getStoredKeyKind(plan).getPeriod(key, period), key }
}

/** Joins period and key: a date or month alone, a name after its period. */
export function joinKey({ period, key }: RecordKey): string {
  const isWithin = /^\d{4}-\d\d(?:-\d\d)?$/.test(key) && key.startsWith(period)
  return period === '' || isWithin ? key : `${period} ${key}`
}

/** Builds the scope of dimension values, in their order. */
export const buildScope = (values: readonly string[]): string => values.join('/')

/** The dimension values of a scope. */
export const getDimensionValues = (scope: string): readonly string[] => (scope === '' ? [] : scope.split('/'))

/** The year and month of a record; null for what its key does not have. */
export function splitPeriod({ key: plan }: DatasetPlan, record: RecordKey) {
  const [year = '', month = ''] = getStoredKeyKind(plan).datedPart(record).split('-')
  return { year: year === '' ? null : Number(year), month: month === '' ? null : Number(month) }
}

/** The key as it is sent: a date in the dataset's format, the number of a month, or the name. */
export const formatKey = ({ key: plan }: DatasetPlan, { key }: RecordKey): string | number =>
  getStoredKeyKind(plan).format(plan, key)

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

const date: StoredKeyKind<'date'> = {
  yearRange: (year) => ({ first: formatMonth(year, 1), last: formatMonth(year, 12) }),
  getPeriod: (key) => key.slice(0, 7),
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

const month: StoredKeyKind<'month'> = {
  yearRange: (year) => ({ first: String(year), last: String(year) }),
  getPeriod: (key) => key.slice(0, 4),
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

const text: StoredKeyKind<'text'> = {
  yearRange: (year) => ({ first: String(year), last: String(year) }),
  getPeriod: (_, stated) => stated,
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

/** Every kind of key; what definitions need of each is in `src/definition/datasets/keys/`. */
const storedKeyKinds: { readonly [K in DatasetKeyPlan['kind']]: StoredKeyKind<K> } = { date, month, text }

export const getStoredKeyKind = <K extends DatasetKeyPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): StoredKeyKind<K> => storedKeyKinds[kind]
