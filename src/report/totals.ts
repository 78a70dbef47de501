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

const add = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** From the values of the rows that have a record, and their weights; null for no total. */
type ComputeTotal = (values: readonly number[], weights: readonly number[]) => number | null

const bound = (values: readonly number[], compute: (one: number, other: number) => number) =>
  values.length === 0 ? null : values.reduce((one, other) => compute(one, other))

/** Every kind of total. */
const totalKinds: { readonly [K in TotalKind]: ComputeTotal } = {
  sum: add,
  mean: (values) => (values.length === 0 ? null : add(values) / values.length),
  weightedMean: (values, weights) => {
    const whole = add(weights)
    return whole === 0 ? null : add(values.map((value, index) => value * (weights[index] ?? 0))) / whole
  },
  min: (values) => bound(values, Math.min),
  max: (values) => bound(values, Math.max),
  last: (values) => values.at(-1) ?? null,
  none: () => null,
}

export const computeTotal = (kind: TotalKind, ...values: Parameters<ComputeTotal>): number | null =>
  totalKinds[kind](...values)
