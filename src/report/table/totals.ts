import { add, addOrBlank, findDeviation, findPercentile, type Value } from '../../query/arithmetic.ts'
import { getOrAdd } from '../../query/get-or-add.ts'
import type { AggregateKind, ResolvedColumn, Sample, Sampling, TotalKind } from '../model/column-kind.ts'
import type { TableRow } from '../model/report-table.ts'

/**
 * From the values of the rows that have a record, and the weight of each value; blanks are left out, and values
 * without a weight. No finite number for no total.
 */
type ComputeTotal = (values: readonly number[], weights: readonly number[]) => number | undefined

const aggregateKinds: { readonly [K in AggregateKind]: ComputeTotal } = {
  sum: add,
  mean: (values) => add(values) / values.length,
  weightedMean: (values, weights) =>
    add(values.map((value, index) => value * (weights[index] ?? 0))) / add(weights),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  first: (values) => values[0],
  last: (values) => values.at(-1),
  median: (values) => findPercentile(values, 50),
  percentile: (values, [percent = 0]) => findPercentile(values, percent),
  deviation: findDeviation,
  distinct: (counts) => counts.filter((count) => count > 0).length,
}

const totalNames: Readonly<Record<TotalKind, string>> = {
  sum: '',
  mean: 'mean',
  weightedMean: 'weighted mean',
  min: 'lowest',
  max: 'highest',
  first: 'first',
  last: 'last',
  median: 'median',
  percentile: 'percentile',
  deviation: 'deviation',
  distinct: 'different',
  none: '',
  computed: 'overall',
}

/** Names a column's total that is no sum or lacks records, for before its value; a blank is of no kind. */
export const nameTotal = (
  { total }: Pick<ResolvedColumn, 'total'>,
  value: Value,
  gaps: readonly string[] = [],
): string => [value === null ? '' : totalNames[total], nameGap(gaps)].filter((name) => name !== '').join(', ')

/** What a number is that lacks records of a joined dataset. */
export const INCOMPLETE = 'incomplete'

/** Names the totals of columns as `nameTotal` does. */
export const nameTotals = (
  columns: readonly Pick<ResolvedColumn, 'total'>[],
  { values, gaps }: Pick<TableRow, 'values' | 'gaps'>,
) => columns.map((column, index) => nameTotal(column, values[index] ?? null, gaps?.[index]))

const nameGap = (gaps: readonly string[]): string => (gaps.length > 0 ? INCOMPLETE : '')

/** Names the values of a row that lack records, also blank ones, for before them. */
export const nameGaps = ({ gaps = [] }: Pick<TableRow, 'gaps'>): string[] => gaps.map(nameGap)

/** Combines values by an aggregate; null without a finite one. */
export function aggregateValues(kind: AggregateKind, ...values: Parameters<ComputeTotal>): number | null {
  const total = aggregateKinds[kind](...values)
  return total !== undefined && Number.isFinite(total) ? total : null
}

/** Parts of a row: what its columns take of the records. */
export type PartRow = Pick<TableRow, 'key' | 'hasRecord' | 'values' | 'samples'>

/** Combines the values that rows have in a column, which is no formula. */
export function aggregateColumn(
  { aggregate, weights, sampling }: Pick<ResolvedColumn, 'aggregate' | 'weights' | 'sampling'>,
  index: number,
  rows: readonly Omit<PartRow, 'key'>[],
): Value {
  if (aggregate === 'computed') return null
  if (sampling !== null) {
    const samples = rows.flatMap((row) => row.samples?.[index] ?? [])
    return combineSamples(aggregate, sampling, samples)
  }
  if (aggregate === 'sum') return addOrBlank(rows.map(({ values }) => values[index] ?? null))
  const counted = rows.filter(
    ({ hasRecord, values }) => hasRecord && hasValue(values, index) && hasValue(values, weights),
  )
  const getValues = (at: number) => counted.map(({ values }) => values[at] ?? 0)
  return aggregateValues(aggregate, getValues(index), weights === null ? [] : getValues(weights))
}

function combineSamples(kind: AggregateKind, sampling: Sampling, samples: readonly Sample[]) {
  const values = listSampled(sampling, samples)
  return values.length === 0 ? null : aggregateValues(kind, values, [sampling.percent ?? 0])
}

/** Lists what is aggregated: the values of samples, or the sum of each text. */
const listSampled = ({ by }: Sampling, samples: readonly Sample[]): number[] =>
  by === null ? samples.map(({ value }) => value) : addSamples(samples)

/** Counts the values that columns such as a median take of rows. */
export const countSamples = (columns: readonly ResolvedColumn[], rows: readonly TableRow[]) =>
  columns.some(({ sampling }) => sampling) && {
    counts: columns.map(({ sampling }, index) =>
      sampling
        ? listSampled(
            sampling,
            rows.flatMap(({ samples }) => samples?.[index] ?? []),
          ).length
        : 0,
    ),
  }

/** Adds the samples of each text, in the order of the texts. */
function addSamples(samples: readonly Sample[]): number[] {
  const groups = new Map<string, number[]>()
  for (const { by, value } of samples) getOrAdd(groups, by, () => []).push(value)
  return [...groups.keys()].toSorted().map((by) => add(groups.get(by) ?? []))
}

const hasValue = (values: readonly Value[], index: number | null): boolean =>
  index === null || (values[index] ?? null) !== null
