import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import type { Amounts } from './store.ts'

/** Returns the names of the measures of the definition, without those of a list or pattern. */
export const getFixedNames = ({ measures }: Pick<DatasetPlan, 'measures'>): ReadonlySet<string> =>
  new Set(measures.map(({ field }) => field))

/** Returns the amount of a measure, or null; inherited properties do not count. */
export function getAmount(amounts: Amounts, name: string): number | null {
  return Object.hasOwn(amounts, name) ? (amounts[name] ?? null) : null
}

/** Adds amounts without the rounding errors of binary addition. */
export function addAmounts(values: readonly number[]): number {
  return Number(values.reduce((sum, value) => sum + value, 0).toFixed(6))
}

/**
 * Whether a total is the sum of so many summands: a spreadsheet that saves displayed values has rounded each of them,
 * and the total, to two decimals. Two sums of the same doubles in different orders differ by at most an epsilon of the
 * sum for each summand.
 */
export function isSum(total: number, sum: number, summands: number): boolean {
  const rounded = Math.max(1, summands) + 1
  return Math.abs(total - sum) <= (0.005 + Math.abs(sum) * Number.EPSILON) * rounded + 1e-9
}

/** The measures that a sum adds up, with other sums resolved to their measures. */
export function getSummands(
  dataset: Pick<DatasetPlan, 'measures'>,
  sum: readonly string[],
): readonly string[] {
  return sum.flatMap((name) => {
    const inner = dataset.measures.find(({ field }) => field === name)?.sum ?? null
    return inner === null ? [name] : getSummands(dataset, inner)
  })
}
