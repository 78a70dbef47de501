import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countRange, formatDayRange } from '../../src/time/days.ts'
import { getDays } from '../../src/time/grain.ts'
import { week } from '../../src/time/week.ts'

const getWeek = (year: number, part: number) => getDays(week, week.of(year, part))

describe('weeks are those of ISO 8601', () => {
  test.each([
    // The examples of the standard, and year ends of each kind.
    [2005, 52, '2005-12-26', '2006-01-01'],
    [2006, 1, '2006-01-02', '2006-01-08'],
    [2006, 52, '2006-12-25', '2006-12-31'],
    [2007, 1, '2007-01-01', '2007-01-07'],
    [2008, 1, '2007-12-31', '2008-01-06'],
    [2008, 52, '2008-12-22', '2008-12-28'],
    [2009, 1, '2008-12-29', '2009-01-04'],
    [2009, 53, '2009-12-28', '2010-01-03'],
    [2010, 1, '2010-01-04', '2010-01-10'],
    [2020, 53, '2020-12-28', '2021-01-03'],
    [2021, 1, '2021-01-04', '2021-01-10'],
    [2024, 52, '2024-12-23', '2024-12-29'],
    [2025, 1, '2024-12-30', '2025-01-05'],
    [2025, 7, '2025-02-10', '2025-02-16'],
    [2025, 52, '2025-12-22', '2025-12-28'],
    [2026, 1, '2025-12-29', '2026-01-04'],
    [2026, 53, '2026-12-28', '2027-01-03'],
  ])('%i week %i is %s to %s', (year, part, first, last) =>
    expect(getWeek(year, part)).toEqual({ first, last }),
  )

  test('53 of them are in the years of the calendar that have them', () => {
    const long = Array.from({ length: 101 }, (_, index) => 2000 + index).filter(
      (year) => week.count(year) === 53,
    )
    expect(long).toEqual([
      2004, 2009, 2015, 2020, 2026, 2032, 2037, 2043, 2048, 2054, 2060, 2065, 2071, 2076, 2082, 2088, 2093,
      2099,
    ])
  })

  test('every week follows the one before without a gap, for 400 years', () => {
    let previous = getWeek(1899, week.count(1899)).last
    for (let year = 1900; year < 2300; year++) {
      for (let part = 1; part <= week.count(year); part++) {
        const { first, last } = getWeek(year, part)
        expect([countRange({ first: previous, last: first }), countRange({ first, last })]).toEqual([2, 7])
        // The fourth day, a Thursday, decides to which year a week belongs.
        const thursday = new Date(Date.parse(first) + 3 * 86_400_000)
        expect([thursday.getUTCDay(), thursday.getUTCFullYear()]).toEqual([4, year])
        previous = last
      }
    }
  })

  test('are read back unchanged after formatting', () => {
    const weeks = fc
      .integer({ min: 1, max: 9998 })
      .chain((year) =>
        fc.record({ year: fc.constant(year), part: fc.integer({ min: 1, max: week.count(year) }) }),
      )
    fc.assert(
      fc.property(weeks, ({ year, part }) => {
        const period = week.of(year, part)
        expect(week.parse(week.format(period))).toBe(period)
        expect(week.split(period)).toEqual({ year, part })
        expect(week.parsePart(week.formatPart(part))).toBe(part)
      }),
    )
  })

  test.each(['2025-W53', '2025-W00', '2025-W7', '2025W07', 'W54', 'w07', '2025-07', ''])(
    'do not contain %j',
    (text) => expect(week.parse(text) ?? week.parsePart(text)).toBeNull(),
  )

  test('are named by their days', () => {
    expect(formatDayRange(getWeek(2025, 7))).toBe('Feb 10 - 16')
    expect(formatDayRange(getWeek(2025, 1))).toBe('Dec 30 - Jan 5')
    expect(formatDayRange(getWeek(2025, 1), true)).toBe('Dec 30 - Jan 5, 2025')
  })
})
