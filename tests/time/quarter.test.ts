import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getDays } from '../../src/time/grain.ts'
import { quarter } from '../../src/time/quarter.ts'

describe('quarters', () => {
  test.each([
    [1, '2024-01-01', '2024-03-31'],
    [2, '2024-04-01', '2024-06-30'],
    [3, '2024-07-01', '2024-09-30'],
    [4, '2024-10-01', '2024-12-31'],
  ])('%i is %s to %s', (part, first, last) =>
    expect(getDays(quarter, quarter.of(2024, part))).toEqual({ first, last }),
  )

  test('are read back unchanged after formatting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 4 }), (year, part) => {
        const period = quarter.of(year, part)
        expect(quarter.parse(quarter.format(period))).toBe(period)
        expect(quarter.split(period)).toEqual({ year, part })
        expect(quarter.parsePart(quarter.formatPart(part))).toBe(part)
      }),
    )
  })

  test.each(['2025-Q0', '2025-Q5', 'Q01', 'q1', '1', ''])('do not contain %j', (text) =>
    expect(quarter.parse(text) ?? quarter.parsePart(text)).toBeNull(),
  )
})
