import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countDays, formatDay, formatDayRange } from '../../src/time/days.ts'
import { getDays, isStorable } from '../../src/time/grain.ts'
import { grains } from '../../src/time/grains.ts'

const days = fc.integer({
  min: countDays({ year: 1900, month: 1, day: 1 }),
  max: countDays({ year: 2199, month: 12, day: 31 }),
})

describe.each(Object.entries(grains))('a %s', (_, grain) => {
  test('contains each day from its first to its last, and is read back unchanged after formatting', () => {
    fc.assert(
      fc.property(days, (day) => {
        const period = grain.at(day)
        const { first, last } = getDays(grain, period)
        expect(first <= formatDay(day) && formatDay(day) <= last).toBe(true)
        expect(grain.parse(grain.format(period))).toBe(period)
        const next = grain.end(period) + 1
        expect([grain.at(grain.start(period)), grain.start(grain.at(next))]).toEqual([period, next])
      }),
    )
  })

  test('is written as in its example, and stored from 1900 to 2199', () => {
    const { example } = grain
    expect(isStorable(grain, example)).toBe(true)
    expect(isStorable(grain, `1899${example.slice(4)}`)).toBe(false)
    expect(isStorable(grain, `2200${example.slice(4)}`)).toBe(false)
    expect(isStorable(grain, `${example}0`)).toBe(false)
  })
})

test('an hour is of one day, and sorts in it', () => {
  const { hour } = grains
  const period = hour.parse('2025-03-07T23') ?? 0
  expect(getDays(hour, period)).toEqual({ first: '2025-03-07', last: '2025-03-07' })
  expect(hour.format(period + 1)).toBe('2025-03-08T00')
  expect([hour.formatTime('2025-03-07T09'), hour.parsePart('9:30'), hour.parsePart('24:00')]).toEqual([
    '2025-03-07T09:00',
    9,
    null,
  ])
})

test('a quarter of an hour is of one day, and contains the times until the next', () => {
  const grain = grains['quarter-hour']
  const period = grain.parse('2025-03-07T23:45') ?? 0
  expect(getDays(grain, period)).toEqual({ first: '2025-03-07', last: '2025-03-07' })
  expect(grain.format(period + 1)).toBe('2025-03-08T00:00')
  expect(['9:15', '9:29:59', '2025-03-07T09:30', '24:00', '9'].map(grain.parsePart)).toEqual([
    37,
    37,
    38,
    null,
    null,
  ])
  expect(['2025-03-07T09:20', '2025-03-07T9:15', '2025-03-07T24:00'].map(grain.parse)).toEqual([
    null,
    null,
    null,
  ])
})

test('the days of a month are those of its year', () => {
  const { month } = grains
  expect(getDays(month, month.of(2024, 2))).toEqual({ first: '2024-02-01', last: '2024-02-29' })
  expect(getDays(month, month.of(2025, 2)).last).toBe('2025-02-28')
  expect(month.label(2025, 2)).toBe('February 2025')
})

describe('weeks are those of ISO 8601', () => {
  const { week } = grains
  const getWeek = (year: number, part: number) => getDays(week, week.of(year, part))

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

  test('are named by their days', () => {
    expect(formatDayRange(getWeek(2025, 7))).toBe('Feb 10 - 16')
    expect(formatDayRange(getWeek(2025, 1))).toBe('Dec 30 - Jan 5')
    expect(formatDayRange(getWeek(2025, 1), true)).toBe('Dec 30 - Jan 5, 2025')
  })
})

test.each([
  [1, '2024-01-01', '2024-03-31'],
  [4, '2024-10-01', '2024-12-31'],
])('quarter %i is %s to %s', (part, first, last) =>
  expect(getDays(grains.quarter, grains.quarter.of(2024, part))).toEqual({ first, last }),
)

test.each([
  ['week', ['2025-W53', '2025-W00', '2025-W7', '2025W07', 'W54', 'w07', '2025-07', '']],
  ['quarter', ['2025-Q0', '2025-Q5', 'Q01', 'q1', '1', '']],
] as const)('a part of the kind %s has its year and number, and no other text', (kind, others) => {
  const grain = grains[kind]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9998 }), fc.nat(52), (year, index) => {
      const part = 1 + (index % grain.count(year))
      expect(grain.split(grain.of(year, part))).toEqual({ year, part })
      expect(grain.parsePart(grain.formatPart(part))).toBe(part)
    }),
  )
  expect(others.filter((text) => (grain.parse(text) ?? grain.parsePart(text)) !== null)).toEqual([])
})
