import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { formatMonth } from '../../report/calendar.ts'
import { getStoredKeyKind, type PeriodRange, type RecordKey } from './keys.ts'

export type { PeriodRange, RecordKey } from './keys.ts'

/** The period of a request: a year, a month of it, or neither. */
export interface RequestedPeriod {
  readonly year?: number | undefined
  readonly month?: number | undefined
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
