import { add, addOrBlank, type Value } from '../../query/arithmetic.ts'
import { computeValues, type ResolvedColumn, type TotalKind } from '../model/column-kind.ts'
import type { TableRow } from '../model/report-table.ts'

/**
 * From the values of the rows that have a record, and the weight of each value; blanks are left out, and values
 * without a weight. No finite number for no total.
 */
type ComputeTotal = (values: readonly number[], weights: readonly number[]) => number | undefined

/** Every kind of total that looks at the values of the rows. */
const totalKinds: { readonly [K in Exclude<TotalKind, 'computed'>]: ComputeTotal } = {
  sum: add,
  mean: (values) => add(values) / values.length,
  weightedMean: (values, weights) =>
    add(values.map((value, index) => value * (weights[index] ?? 0))) / add(weights),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  last: (values) => values.at(-1),
  none: () => undefined,
}

const totalNames: Readonly<Record<TotalKind, string>> = {
  sum: '',
  mean: 'mean',
  weightedMean: 'weighted mean',
  min: 'lowest',
  max: 'highest',
  last: 'last',
  none: '',
  computed: 'of totals',
}

/** Names a column's total that is no sum, for before its value; empty for a sum and a blank. */
export const nameTotal = ({ total }: Pick<ResolvedColumn, 'total'>, value: Value): string =>
  value === null ? '' : totalNames[total]

/** Names the totals of columns as `nameTotal` does. */
export const nameTotals = (columns: readonly Pick<ResolvedColumn, 'total'>[], totals: readonly Value[]) =>
  columns.map((column, index) => nameTotal(column, totals[index] ?? null))

/** The total of a column; null if it has none, or none of these values. */
export function computeTotal(
  kind: keyof typeof totalKinds,
  ...values: Parameters<ComputeTotal>
): number | null {
  const total = totalKinds[kind](...values)
  return total !== undefined && Number.isFinite(total) ? total : null
}

/**
 * The totals of the columns over these rows, each by its kind of total. `getBase` returns what the totals of a computed
 * column are compared with.
 */
export function computeTotals(
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
  getBase: (column: ResolvedColumn) => readonly Value[] = () => [],
): Value[] {
  const recorded = rows.filter(({ hasRecord }) => hasRecord)
  return computeValues(columns, [], (column, index, operands) => {
    const { total, weights } = column
    if (total === 'computed') return column.compute(operands(), getBase(column))
    if (total === 'sum') return addOrBlank(rows.map(({ values }) => values[index] ?? null))
    const counted = recorded.filter(({ values }) => hasValue(values, index) && hasValue(values, weights))
    const getValues = (at: number) => counted.map(({ values }) => values[at] ?? 0)
    return computeTotal(total, getValues(index), weights === null ? [] : getValues(weights))
  })
}

const hasValue = (values: readonly Value[], index: number | null): boolean =>
  index === null || (values[index] ?? null) !== null
