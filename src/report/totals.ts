import { add, isNumber, type ResolvedColumn, type Value } from './columns/column-kind.ts'
import { computeValues, getColumnKind } from './columns/index.ts'
import type { NumberFormat } from './format.ts'
import type { TableRow } from './table.ts'

export type TotalKind = 'sum' | 'mean' | 'weightedMean' | 'min' | 'max' | 'last' | 'none'

/** The value of a column in the row of totals, and the column of the weights by id. */
export interface TotalPlan {
  readonly kind: TotalKind
  readonly weights: string | null
}

/** What a column says about its values. */
export interface ValuePlan {
  /** Null is two decimals. */
  readonly format: NumberFormat | null
  readonly total: TotalPlan
}

/**
 * From the values of the rows that have a record, and the weight of each value; blanks are left out, and values
 * without a weight. No finite number for no total.
 */
type ComputeTotal = (values: readonly number[], weights: readonly number[]) => number | undefined

/** Every kind of total. */
const totalKinds: { readonly [K in TotalKind]: ComputeTotal } = {
  sum: add,
  mean: (values) => add(values) / values.length,
  weightedMean: (values, weights) =>
    add(values.map((value, index) => value * (weights[index] ?? 0))) / add(weights),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  last: (values) => values.at(-1),
  none: () => undefined,
}

/** The total of a column; null if it has none, or none of these values. */
export function computeTotal(kind: TotalKind, ...values: Parameters<ComputeTotal>): number | null {
  const total = totalKinds[kind](...values)
  return total !== undefined && Number.isFinite(total) ? total : null
}

/** The sums of the columns over these rows, and their totals, each by its kind of total. */
export function computeTotals(
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
): { readonly sums: readonly Value[]; readonly totals: readonly Value[] } {
  const sums = computeValues(columns, (column, index, operands) =>
    getColumnKind(column).total(
      rows.map(({ values }) => values[index] ?? null),
      operands(),
    ),
  )
  const recorded = rows.filter(({ hasRecord }) => hasRecord)
  const totals = columns.map(({ total, weights }, index) => {
    if (total === 'sum') return sums[index] ?? null
    const counted = recorded.filter(({ values }) => hasValue(values, index) && hasValue(values, weights))
    const getValues = (at: number) => counted.map(({ values }) => values[at] ?? 0)
    return computeTotal(total, getValues(index), weights === null ? [] : getValues(weights))
  })
  return { sums, totals }
}

const hasValue = (values: readonly Value[], index: number | null): boolean =>
  index === null || isNumber(values[index] ?? null)
