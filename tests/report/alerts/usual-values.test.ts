import { expect, test } from 'vitest'
import { createUsual } from '../../../src/report/alerts/usual-values.ts'

/** The same weekday of some weeks, each with its value; the limits that the last one is compared with. */
function findLast(
  values: readonly number[],
  kind: 'date' | 'text' = 'date',
  step = 7,
): readonly number[] | null {
  const usual = createUsual(kind)
  const limits = values.map((value, index) => {
    const day = new Date(Date.UTC(2025, 0, 6 + step * index)).toISOString().slice(0, 10)
    return usual.find('MTN', `${day} ${day}`, value)
  })
  return limits.at(-1) ?? null
}

test('five usual distances from the median of the same weekday are usual', () => {
  // The median of 100 to 107 is 103.5, and the distances from it have the median 2.
  expect(findLast([100, 101, 102, 103, 104, 105, 106, 107, 500])).toEqual([93.5, 113.5])
})

test('nobody knows what is usual below six values', () => {
  expect(findLast([1, 2, 3, 4, 5, 6])).toBeNull()
  expect(findLast([1, 2, 3, 4, 5, 6, 7])).toEqual([-4, 11])
})

test('values of other weekdays, and of more than eight weeks before, count nothing', () => {
  expect(findLast([1, 2, 3, 4, 5, 6, 7, 8], 'date', 1)).toBeNull()
  expect(findLast([9000, 9000, 1, 1, 1, 1, 1, 1, 1, 1, 1])).toEqual([1, 1])
})

test('where rows are no days, the twelve periods before count', () => {
  const months = Array.from({ length: 13 }, (_, index) => (index === 0 ? 9000 : 1))
  expect(findLast([...months, 1], 'text', 31)).toEqual([1, 1])
})
