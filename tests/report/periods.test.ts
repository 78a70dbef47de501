import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countWeeks,
  formatQuarter,
  formatWeek,
  formatWeekDays,
  getDaysOfQuarter,
  getDaysOfWeek,
  parseQuarter,
  parseWeek,
} from '../../src/report/parts-of-year.ts'
import { getDaysOfMonth, includesDay, listDays } from '../../src/report/periods.ts'

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
  ])('%i week %i is %s to %s', (year, week, first, last) =>
    expect(getDaysOfWeek(year, week)).toEqual({ first, last }),
  )

  test('53 of them are in the years of the calendar that have them', () => {
    const long = Array.from({ length: 101 }, (_, index) => 2000 + index).filter(
      (year) => countWeeks(year) === 53,
    )
    expect(long).toEqual([
      2004, 2009, 2015, 2020, 2026, 2032, 2037, 2043, 2048, 2054, 2060, 2065, 2071, 2076, 2082, 2088, 2093,
      2099,
    ])
  })

  test('every week follows the one before without a gap, for 400 years', () => {
    let previous = getDaysOfWeek(1899, countWeeks(1899)).last
    for (let year = 1900; year < 2300; year++) {
      for (let week = 1; week <= countWeeks(year); week++) {
        const { first, last } = getDaysOfWeek(year, week)
        expect(listDays({ first: previous, last: first })).toHaveLength(2)
        expect(new Date(first).getUTCDay()).toBe(1)
        // The fourth day decides to which year a week belongs.
        expect(listDays({ first, last })[3]?.slice(0, 4)).toBe(String(year))
        previous = last
      }
    }
  })

  test('are read back unchanged after formatting', () => {
    const weeks = fc
      .integer({ min: 1, max: 9998 })
      .chain((year) =>
        fc.record({ year: fc.constant(year), part: fc.integer({ min: 1, max: countWeeks(year) }) }),
      )
    fc.assert(
      fc.property(weeks, ({ year, part }) => {
        expect(parseWeek(formatWeek(year, part))).toEqual({ year, part })
        expect(parseWeek(formatWeek(null, part))).toEqual({ year: null, part })
      }),
    )
  })

  test.each(['2025-W53', '2025-W00', '2025-W7', '2025W07', 'W54', 'w07', '2025-07', ''])(
    'do not contain %j',
    (text) => expect(parseWeek(text)).toBeNull(),
  )

  test('are named by their days', () => {
    expect(formatWeekDays(2025, 7)).toBe('Feb 10 - 16')
    expect(formatWeekDays(2025, 1)).toBe('Dec 30 - Jan 5')
    expect(formatWeekDays(2025, 1, true)).toBe('Dec 30 - Jan 5, 2025')
  })
})

describe('quarters', () => {
  test.each([
    [1, '2024-01-01', '2024-03-31'],
    [2, '2024-04-01', '2024-06-30'],
    [3, '2024-07-01', '2024-09-30'],
    [4, '2024-10-01', '2024-12-31'],
  ])('%i is %s to %s', (quarter, first, last) =>
    expect(getDaysOfQuarter(2024, quarter)).toEqual({ first, last }),
  )

  test('are read back unchanged after formatting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 4 }), (year, part) => {
        expect(parseQuarter(formatQuarter(year, part))).toEqual({ year, part })
        expect(parseQuarter(formatQuarter(null, part))).toEqual({ year: null, part })
      }),
    )
  })

  test.each(['2025-Q0', '2025-Q5', 'Q01', 'q1', '1', ''])('do not contain %j', (text) =>
    expect(parseQuarter(text)).toBeNull(),
  )
})

describe('days', () => {
  test('of a February are those of its year', () => {
    expect(getDaysOfMonth(2024, 2)).toEqual({ first: '2024-02-01', last: '2024-02-29' })
    expect(getDaysOfMonth(2025, 2).last).toBe('2025-02-28')
  })

  test('are listed across months and years', () => {
    expect(listDays({ first: '2024-12-30', last: '2025-01-02' })).toEqual([
      '2024-12-30',
      '2024-12-31',
      '2025-01-01',
      '2025-01-02',
    ])
    expect(listDays({ first: '2024-02-28', last: '2024-03-01' })).toHaveLength(3)
    expect(listDays({ first: '2025-03-07', last: '2025-03-07' })).toEqual(['2025-03-07'])
  })

  test('are in a period if its year has them, or its days, which can be of another year', () => {
    const week = { year: 2025, days: getDaysOfWeek(2025, 1) }
    expect(includesDay(week, '2024-12-30')).toBe(true)
    expect(includesDay(week, '2024-12-29')).toBe(false)
    expect(includesDay({ year: 2025, days: null }, '2024-12-30')).toBe(false)
    expect(includesDay({ year: null, days: null }, '1900-01-01')).toBe(true)
  })
})
