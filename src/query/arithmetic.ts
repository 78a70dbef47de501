/** A value of a row; null is a blank. */
export type Value = number | null

/** Returns a value, or a blank for one that is not exact: NaN, as what is computed from it. */
export const getExact = (value: Value = null): Value => (Number.isNaN(value) ? null : value)

/** Returns the value of a measure, or null; inherited properties do not count. */
export const getMeasure = (measures: Readonly<Record<string, number>>, name: string): Value =>
  Object.hasOwn(measures, name) ? (measures[name] ?? null) : null

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

type Operation = (values: readonly Value[]) => Value

/**
 * Interpolates between the values beside a percent, as `percentile_cont` of PostgreSQL does: of n sorted values it is at
 * index (n - 1) * percent / 100.
 */
export function findPercentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const index = ((sorted.length - 1) * percent) / 100
  const [low = NaN, high = NaN] = [sorted[Math.floor(index)], sorted[Math.ceil(index)]]
  return low === high ? low : low + (index - Math.floor(index)) * (high - low)
}

/** Finds the median distance from the median. */
export function findDeviation(values: readonly number[]): number {
  const middle = findPercentile(values, 50)
  const distances = values.map((value) => Math.abs(value - middle))
  return findPercentile(distances, 50)
}

/** Creates an operation that is a blank if an operand is one. */
const compute =
  (operation: (one: number, other: number) => number): Operation =>
  ([one = null, other = null]) =>
    one === null || other === null ? null : operation(one, other)

const compare = (holds: (one: number, other: number) => boolean): Operation =>
  compute((one, other) => Number(holds(round(one), round(other))))

/** Removes the noise of binary arithmetic, which could pass a limit that the shown number does not. */
const round = (value: number): number => Number(value.toPrecision(12))

const divide: Operation = (values) => {
  const quotient = compute((one, other) => one / other)(values)
  return quotient === null || !Number.isFinite(quotient) ? null : quotient
}

const subtract = compute((one, other) => one - other)

/** Every operation of formulas. What is divided by 0 is blank. */
export const operations = {
  add: addOrBlank,
  '+': compute((one, other) => one + other),
  '-': subtract,
  '*': compute((one, other) => one * other),
  '/': divide,
  /** The growth since an earlier value: 0.1 is a tenth. A loss that becomes a gain grows: it has the difference's sign. */
  change: ([value = null, before = null]) =>
    divide([subtract([value, before]), before === null ? null : Math.abs(before)]),
  '<': compare((one, other) => one < other),
  '<=': compare((one, other) => one <= other),
  '=': compare((one, other) => one === other),
  '!=': compare((one, other) => one !== other),
  '>=': compare((one, other) => one >= other),
  '>': compare((one, other) => one > other),
  if: ([condition = null, one = null, other = null]) =>
    condition === null ? null : condition === 0 ? other : one,
  /** 1 for a value that is not blank. */
  count: ([value = null]) => (value === null ? null : 1),
  abs: ([value = null]) => (value === null ? null : Math.abs(value)),
} as const satisfies Readonly<Record<string, Operation>>
export type OperationName = keyof typeof operations
