/**
 * What is known of some records: enough to combine it with that of others, so that no total is a sum of means. A sum is
 * that of the whole numbers and that of the billionths beside it: both are exact, so that neither the order of the
 * records matters nor who adds them up.
 */
export interface Part {
  readonly value: number
  readonly billionths: number
  readonly weight: number
  readonly weightBillionths: number
  /** The first or last key of the records, if the aggregate depends on it. */
  readonly key: string
}

interface Aggregate {
  readonly start: (value: number, weight: number, key: string) => Part
  readonly combine: (one: Part, other: Part) => Part
  /** The value of a part; null if it has none. */
  readonly finish: (part: Part) => number | null
}

/**
 * Rounds a sum so that it has no error of binary addition: of numbers of a `size` 15 digits are exact. Adding zero
 * converts -0.
 */
export const roundSum = (sum: number, size = sum): number =>
  Number.isInteger(sum) ? sum + 0 : Number(sum.toFixed(Math.abs(size) < 1e6 ? 9 : 6)) + 0

/** Counts the billionths of a value; of a million or more, the millionths, because it has no exact billionths. */
function countBillionths(value: number): number {
  const fraction = value - Math.trunc(value)
  return Math.abs(value) < 1e6 ? Math.floor(fraction * 1e9 + 0.5) : Math.floor(fraction * 1e6 + 0.5) * 1000
}

const start = (value: number, weight: number, key: string): Part => ({
  value: Math.trunc(value),
  billionths: countBillionths(value),
  weight: Math.trunc(weight),
  weightBillionths: countBillionths(weight),
  key,
})
const add = (part: Part, otherPart: Part): Part => ({
  value: part.value + otherPart.value,
  billionths: part.billionths + otherPart.billionths,
  weight: part.weight + otherPart.weight,
  weightBillionths: part.weightBillionths + otherPart.weightBillionths,
  key: part.key,
})
const getSum = ({ value, billionths }: Part): number => roundSum(value + billionths / 1e9)
const divide = (part: Part): number | null => {
  const weight = roundSum(part.weight + part.weightBillionths / 1e9)
  return weight === 0 ? null : getSum(part) / weight
}

/** Creates a value of one key, such as a closing balance: records of that key which differ in a dimension are added. */
const createEdge = (isBefore: (one: string, other: string) => boolean): Aggregate => ({
  start: (value, _, key) => start(value, 1, key),
  combine: (one, other) =>
    one.key === other.key ? add(one, other) : isBefore(one.key, other.key) ? one : other,
  finish: getSum,
})

const createExtreme = (choose: (one: number, other: number) => number): Aggregate => ({
  start: (value) => ({ ...start(0, 1, ''), value }),
  combine: (one, other) => ({ ...one, value: choose(one.value, other.value) }),
  finish: ({ value }) => value,
})

export const aggregates = {
  sum: { start: (value) => start(value, 1, ''), combine: add, finish: getSum },
  mean: { start: (value) => start(value, 1, ''), combine: add, finish: divide },
  weightedMean: {
    start: (value, weight) => start(value * weight, weight, ''),
    combine: add,
    finish: divide,
  },
  min: createExtreme(Math.min),
  max: createExtreme(Math.max),
  /** A value is 1 or 0 for a blank. */
  count: { start: (value) => start(value, 1, ''), combine: add, finish: getSum },
  first: createEdge((one, other) => one < other),
  last: createEdge((one, other) => one > other),
} as const satisfies Readonly<Record<string, Aggregate>>
export type AggregateName = keyof typeof aggregates

/** Combines parts of which either may be missing. */
export function combineParts(name: AggregateName, one: Part | null, other: Part | null): Part | null {
  if (one === null || other === null) return one ?? other
  return aggregates[name].combine(one, other)
}

/** Multiplies the sum of a part. */
export const scaleSum = (part: Part, factor: number): Part => start(getSum(part) * factor, 1, '')

/** Computes the value of a part; null without records. */
export const finishPart = (name: AggregateName, part: Part | null): number | null =>
  part && aggregates[name].finish(part)
