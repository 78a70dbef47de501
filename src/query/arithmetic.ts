/** A value of a row; null is a blank. */
export type Value = number | null

/** A value, or a blank for one that is not exact: NaN, as what is computed from it. */
export const getExact = (value: Value = null): Value => (Number.isNaN(value) ? null : value)

export const add = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * Adds the values that are not blank; a column that computes by it can be summed in any order. A blank if all values
 * are blank.
 */
export const addOrBlank = (values: readonly Value[]): Value => {
  let sum: number | null = values.length === 0 ? 0 : null
  for (const value of values) if (value !== null) sum = (sum ?? 0) + value
  return sum
}

/** Computes a value from two; a blank if either is blank. */
type Operation = (value: Value, other: Value) => Value

const subtract: Operation = (value, other) => (value === null || other === null ? null : value - other)

const divide: Operation = (value, divisor) => {
  const quotient = value === null || divisor === null ? NaN : value / divisor
  return Number.isFinite(quotient) ? quotient : null
}

/** Every operation, for columns of reports and measures of datasets. What is divided by 0 is blank. */
export const operations = {
  product: (value, other) => (value === null || other === null ? null : value * other),
  ratio: divide,
  share: divide,
  difference: subtract,
  /** The growth since an earlier value: 0.1 is a tenth. A loss that becomes a gain grows: it has the difference's sign. */
  change: (value, before) => divide(subtract(value, before), before === null ? null : Math.abs(before)),
} as const satisfies Readonly<Record<string, Operation>>
