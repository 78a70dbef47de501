import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countDays, formatDay } from '../../src/time/days.ts'
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
