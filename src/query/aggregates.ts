/** What is known of some records: enough to combine it with that of others, so that no total is a sum of means. */
export interface Part {
  readonly value: number
  readonly weight: number
  /** The first or last key of the records, if the aggregate depends on it. */
  readonly key: string
}

/** How values of records become one value. */
interface Aggregate {
  /** The part of one record. */
  readonly start: (value: number, weight: number, key: string) => Part
  readonly combine: (one: Part, other: Part) => Part
  /** The value of a part; null if it has none. */
  readonly finish: (part: Part) => number | null
}

/** Rounds a sum so that it has no error of binary addition; adding zero converts -0. */
export const roundSum = (sum: number): number =>
  Number.isInteger(sum) ? sum + 0 : Number(sum.toFixed(6)) + 0

const add = (one: Part, other: Part): Part => ({
  value: one.value + other.value,
  weight: one.weight + other.weight,
  key: '',
})
const divide = ({ value, weight }: Part): number | null => (weight === 0 ? null : roundSum(value) / weight)
const getValue = ({ value }: Part): number => roundSum(value)

/** A value of one key, such as a closing balance: records of that key which differ in a dimension are added. */
const createEdge = (isBefore: (one: string, other: string) => boolean): Aggregate => ({
  start: (value, _, key) => ({ value, weight: 1, key }),
  combine: (one, other) =>
    one.key === other.key ? { ...add(one, other), key: one.key } : isBefore(one.key, other.key) ? one : other,
  finish: getValue,
})

const createExtreme = (choose: (one: number, other: number) => number): Aggregate => ({
  start: (value) => ({ value, weight: 1, key: '' }),
  combine: (one, other) => ({ ...one, value: choose(one.value, other.value) }),
  finish: ({ value }) => value,
})

/** Every aggregate. */
export const aggregates = {
  sum: { start: (value) => ({ value, weight: 1, key: '' }), combine: add, finish: getValue },
  mean: { start: (value) => ({ value, weight: 1, key: '' }), combine: add, finish: divide },
  weightedMean: {
    start: (value, weight) => ({ value: value * weight, weight, key: '' }),
    combine: add,
    finish: ({ value, weight, key }) => divide({ value, weight: roundSum(weight), key }),
  },
  min: createExtreme(Math.min),
  max: createExtreme(Math.max),
  count: { start: () => ({ value: 1, weight: 1, key: '' }), combine: add, finish: getValue },
  first: createEdge((one, other) => one < other),
  last: createEdge((one, other) => one > other),
} as const satisfies Readonly<Record<string, Aggregate>>
export type AggregateName = keyof typeof aggregates

/** Combines parts of which either may be missing. */
export function combineParts(name: AggregateName, one: Part | null, other: Part | null): Part | null {
  if (one === null || other === null) return one ?? other
  return aggregates[name].combine(one, other)
}

/** Computes the value of a part; null without records. */
export const finishPart = (name: AggregateName, part: Part | null): number | null =>
  part && aggregates[name].finish(part)
