import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideColumns } from '../../../../src/web/components/printing/column-parts.ts'

test('columns that fit are one part', () => {
  expect(divideColumns([100, 100, 100], 300)).toEqual([{ start: 0, count: 3 }])
  expect(divideColumns([], 300)).toEqual([])
})

test('columns that do not fit are divided into parts of about one size', () => {
  expect(divideColumns(Array<number>(11).fill(100), 1000).map(({ count }) => count)).toEqual([6, 5])
  expect(divideColumns(Array<number>(61).fill(75), 900).map(({ count }) => count)).toEqual([
    11, 11, 11, 11, 11, 6,
  ])
})

test('a column that is wider than the paper is a part of its own', () => {
  expect(divideColumns([100, 900, 100], 500)).toEqual([
    { start: 0, count: 1 },
    { start: 1, count: 1 },
    { start: 2, count: 1 },
  ])
})

test('every column is in one part, in order, and no part is too wide unless its only column is (generated)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 80 }),
      fc.integer({ min: 50, max: 1000 }),
      (widths, available) => {
        const parts = divideColumns(widths, available)
        expect(
          parts.flatMap(({ start, count }) => Array.from({ length: count }, (_, index) => start + index)),
        ).toEqual(widths.map((_, index) => index))
        for (const { start, count } of parts) {
          const width = widths.slice(start, start + count).reduce((sum, one) => sum + one, 0)
          expect(count === 1 || width <= available).toBe(true)
        }
      },
    ),
  )
})
