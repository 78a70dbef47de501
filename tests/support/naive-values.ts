import type fc from 'fast-check'
import type { Value } from '../../src/query/arithmetic.ts'

/* A few lines of arithmetic, with which tests compute what the portal computes, from the records alone. */

/** What a generator draws. */
export type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never

export const blankIfNone = (
  values: readonly number[],
  combine: (values: readonly number[]) => number,
): Value => (values.length === 0 ? null : combine(values))

export const divide = (one: Value, other: Value): Value => (one === null || !other ? null : one / other)

export const findLargest = (values: readonly number[]): Value =>
  blankIfNone(values, (list) => Math.max(...list))

/** The value at a place between sorted values, as `percentile_cont` of PostgreSQL interpolates it. */
export function findPercentile(values: readonly number[], fraction: number): Value {
  const sorted = values.toSorted((one, other) => one - other)
  const place = fraction * (sorted.length - 1)
  const [low, high] = [sorted[Math.trunc(place)], sorted[Math.ceil(place)]]
  return low === undefined || high === undefined ? null : low * (1 - (place % 1)) + high * (place % 1)
}

/** The day that is a number of days after another one. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
