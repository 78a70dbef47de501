import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { formatDate, formatMonth, parseDate } from '../../report/calendar.ts'

/**
 * What tells the records of a scope apart. `period` is the month of a date (`2025-03`), the year of a month (`2025`),
 * or the period of a name, empty where it has none; `key` is the date (`2025-03-07`), the month (`2025-03`) or the
 * name.
 */
export interface RecordKey {
  readonly period: string
  readonly key: string
}

/** The first and the last period of what is read. */
export interface PeriodRange {
  readonly first: string
  readonly last: string
}

/** What a call asks for: a year, a month of it, or neither. */
export interface RequestedPeriod {
  readonly year?: number | undefined
  readonly month?: number | undefined
}

/** The periods that hold what is asked for. */
export function periodRange({ key }: DatasetPlan, { year, month }: RequestedPeriod): PeriodRange {
  if (year === undefined) return { first: '', last: '' }
  if (month !== undefined) return { first: formatMonth(year, month), last: formatMonth(year, month) }
  return key.kind === 'date'
    ? { first: formatMonth(year, 1), last: formatMonth(year, 12) }
    : { first: String(year), last: String(year) }
}

/** A date or month with the period that it lies in. */
export function keyWithPeriod({ key: { kind } }: DatasetPlan, key: string, period = ''): RecordKey {
  if (kind === 'text') return { period, key }
  return { period: kind === 'date' ? key.slice(0, 7) : key.slice(0, 4), key }
}

/** One text for period and key: a date or month alone, a name behind its period, which it may begin with itself. */
export function joinKey({ period, key }: RecordKey): string {
  const isWithin = /^\d{4}-\d\d(?:-\d\d)?$/.test(key) && key.startsWith(period)
  return period === '' || isWithin ? key : `${period} ${key}`
}

/** The scope of the values of the dimensions, in their order. */
export const buildScope = (values: readonly string[]): string => values.join('/')

/** The values of the dimensions of a scope. */
export const getDimensionValues = (scope: string): readonly string[] => (scope === '' ? [] : scope.split('/'))

/** The year and month that a record is about; null where its key has none. */
export function splitScope({ period, key }: RecordKey, kind: DatasetPlan['key']['kind']) {
  const [year = '', month = ''] = (kind === 'text' ? period : key).split('-')
  return { year: year === '' ? null : Number(year), month: month === '' ? null : Number(month) }
}

/** The key as it is sent: a date in the dataset's form, the number of a month, or the name. */
export function formatKey({ key: plan }: DatasetPlan, record: RecordKey): string | number {
  if (plan.kind === 'text') return record.key
  if (plan.kind === 'month') return Number(record.key.slice(5))
  if (plan.format === 'YYYY-MM-DD') return record.key
  const date = parseDate(record.key)
  if (date === null) throw new Error(`the database holds a date that is none: ${record.key}`)
  return formatDate(date, plan.format)
}
