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
        expect([grain.at(grain.start(period)), grain.at(grain.start(period) - 1)]).toEqual([
          period,
          period - 1,
        ])
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

test('the days of a month are those of its year', () => {
  const { month } = grains
  expect(getDays(month, month.of(2024, 2))).toEqual({ first: '2024-02-01', last: '2024-02-29' })
  expect(getDays(month, month.of(2025, 2)).last).toBe('2025-02-28')
  expect(month.label(2025, 2)).toBe('February 2025')
})
