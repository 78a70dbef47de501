import { add } from './columns/column-kind.ts'
import type { NumberFormat } from './format.ts'

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

/** From the values of the rows that have a record, and their weights; no finite number for no total. */
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
