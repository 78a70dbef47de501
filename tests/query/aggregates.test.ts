import { expect, test } from 'vitest'
import {
  type AggregateName,
  aggregates,
  combineParts,
  finishPart,
  type Part,
} from '../../src/query/aggregates.ts'

const aggregate = (name: AggregateName, values: readonly number[], weight = 1) =>
  finishPart(
    name,
    values
      .map((value) => aggregates[name].start(value, weight, ''))
      .reduce((sum: Part | null, part) => combineParts(name, sum, part), null),
  )
const repeat = (value: number, count = 1_000_000) => Array.from({ length: count }, () => value)

test.each([
  ['a small amount', [0.00000037], 0.00000037],
  ['small amounts', repeat(0.0000004), 0.4],
  ['amounts of nine decimals', repeat(1.000000123), 1_000_000.123],
  ['amounts that cancel each other', [0.1, 0.2, -0.3], 0],
  ['large amounts that cancel each other', [333_333.3, 666_666.8, -1_000_000.1], 0],
  ['amounts of 15 digits', [9_999_999_999_999.98, 0.01], 9_999_999_999_999.99],
  ['whole numbers of 16 digits', [9_007_199_254_740_990, 1], 9_007_199_254_740_991],
])('a sum of %s has every digit of its records', (_, values, sum) => {
  expect(aggregate('sum', values)).toBe(sum)
})

test('a mean of small rates has all their digits', () => {
  expect(aggregate('mean', [0.00000012, 0.00000014])).toBe(0.00000013)
  expect(aggregate('weightedMean', [0.00000012, 0.00000014], 0.5)).toBe(0.00000013)
  expect(aggregate('mean', [9_007_199_254_740_990])).toBe(9_007_199_254_740_990)
})
