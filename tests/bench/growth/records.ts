import type { Bounds, DatasetPlan } from '../../../src/definition/datasets/dataset-plan.ts'
import { getDatasetKeyKind } from '../../../src/definition/datasets/keys.ts'
import { getNamePattern } from '../../../src/definition/datasets/measures.ts'
import { formatMonth } from '../../../src/time/calendar.ts'
import { addAmounts, type Amounts, getSummands, hasMeasure } from '../../../src/server/datasets/amounts.ts'
import {
  buildRecordKey,
  buildScope,
  getStoredKeyKind,
  type RecordKey,
} from '../../../src/server/datasets/keys.ts'
import { everyDate, months } from '../../../src/server/demo/random.ts'

/** The records of one period of a scope, as an import brings them. */
export interface PeriodRecords {
  readonly period: string
  readonly keys: readonly RecordKey[]
  /** The names of the dataset's list or pattern; empty without one. */
  readonly names: readonly string[]
}

/** Lists the values of every scope that a dataset can have. */
export function listScopeValues({ dimensions }: DatasetPlan): readonly (readonly string[])[] {
  return dimensions.reduce<readonly (readonly string[])[]>(
    (before, { values }) => before.flatMap((list) => values.map((value) => [...list, value])),
    [[]],
  )
}

/** Builds the keys of a year by period; a dataset of names has `carriers` names in each period. */
export function listPeriods(dataset: DatasetPlan, year: number, carriers: number): PeriodRecords[] {
  const { key, group } = dataset
  const names = group === null ? [] : buildNames(dataset, carriers)
  const dates = getStoredKeyKind(key).demoDates(year, undefined, (inYear, month) =>
    everyDate(dataset.id, inYear, month),
  )
  const keys =
    dates === null
      ? listNamedKeys(dataset, year, carriers)
      : dates.flatMap((part) => part.keys.map((one) => buildRecordKey(dataset, one.key)))
  const periods = new Map<string, RecordKey[]>()
  for (const one of keys) periods.set(one.period, [...(periods.get(one.period) ?? []), one])
  return [...periods].map(([period, list]) => ({ period, keys: list, names }))
}

/** Builds the amounts of a record: the measures of its scope with their sums, and one amount for each name. */
export function buildAmounts(
  dataset: DatasetPlan,
  values: readonly string[],
  names: readonly string[],
  seed: number,
): Amounts {
  const amounts: Record<string, number> = {}
  let state = seed
  const next = (bounds: Bounds) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return fitToBounds(1 + (state % 9_999_900) / 100, bounds)
  }
  for (const measure of dataset.measures) {
    if (!hasMeasure(dataset, values, measure)) continue
    const { field, sum } = measure
    amounts[field] =
      sum === null ? next(measure) : addAmounts(getSummands(dataset, sum).map((name) => amounts[name] ?? 0))
  }
  const { group } = dataset
  if (group !== null) for (const name of names) amounts[name] = next(group)
  return amounts
}

export { buildScope }

function listNamedKeys(dataset: DatasetPlan, year: number, carriers: number): RecordKey[] {
  const span = getDatasetKeyKind(dataset.key).period(dataset.key)
  const periods =
    span === 'none'
      ? ['']
      : span === 'year'
        ? [String(year)]
        : months.map((month) => formatMonth(year, month))
  return periods.flatMap((period) =>
    Array.from({ length: carriers }, (_, index) => buildRecordKey(dataset, formatName(index), period)),
  )
}

/** Each placeholder of a pattern becomes another carrier. */
function buildNames({ group }: DatasetPlan, carriers: number): string[] {
  const pattern = getNamePattern(group)
  return Array.from({ length: carriers }, (_, index) => {
    if (pattern === null) return formatName(index)
    let position = index
    return pattern.replaceAll(/\{[a-z]+\}/g, () => `carrier${(position += 1)}`)
  })
}

const formatName = (index: number): string => `Carrier ${String(index + 1).padStart(4, '0')}`

function fitToBounds(value: number, { min, max, decimals }: Bounds): number {
  return Number(Math.min(max, Math.max(min, value)).toFixed(Math.min(decimals ?? 2, 2)))
}
