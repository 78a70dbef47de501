import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysInMonth, formatDate, formatIsoDate, formatToday, parseDate } from '../../src/time/calendar.ts'

describe('dates (spec 3.7)', () => {
  test.each([
    ['3/7/2025', '2025-03-07'],
    ['12/31/2024', '2024-12-31'],
    ['2025-03-07', '2025-03-07'],
    ['2025-03-07T00:00:00.000Z', '2025-03-07'],
    ['2025-03-07T23:59:59+14:00', '2025-03-07'],
    ['2025-03-07T23:30:00-11:00', '2025-03-07'],
    ['2025-03-07 08:00:00', '2025-03-07'],
    ['2/29/2024', '2024-02-29'],
  ])('read %s as the calendar date %s in every time zone', (text, iso) => {
    const date = parseDate(text)
    expect(date && formatIsoDate(date)).toBe(iso)
  })

  test.each(['2/29/2025', '2025-13-01', '0/1/2025', '4/31/2025', '7.3.2025', '', '2025-3-7', '2025-03-07x'])(
    'reject the invalid date %j',
    (text) => expect(parseDate(text)).toBeNull(),
  )

  test('are read back unchanged after formatting, in both formats', () => {
    const days = fc.record({
      year: fc.integer({ min: 1900, max: 2999 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    })
    fc.assert(
      fc.property(days, (date) => {
        fc.pre(date.day <= daysInMonth(date.year, date.month))
        expect(parseDate(formatDate(date, 'M/D/YYYY'))).toEqual(date)
        expect(parseDate(formatDate(date, 'YYYY-MM-DD'))).toEqual(date)
      }),
    )
  })

  test('have their weekday after them if the format says so, also in a leap year', () => {
    const format = (iso: string) => {
      const date = parseDate(iso)
      return date && formatDate(date, 'M/D/YYYY ddd')
    }
    expect(['2024-02-29', '2025-01-01', '2025-12-31', '1900-03-01'].map(format)).toEqual([
      '2/29/2024 Thu',
      '1/1/2025 Wed',
      '12/31/2025 Wed',
      '3/1/1900 Thu',
    ])
  })

  test('have months with the number of days of the calendar', () => {
    for (let year = 1999; year <= 2101; year++) {
      for (let month = 1; month <= 12; month++) {
        expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate())
      }
    }
  })
})

test('use for today the time zone of the user in the portal and UTC in the server (spec 9.3)', () => {
  const justAfterMidnight = new Date(2025, 2, 7, 0, 30)
  const justBeforeMidnight = new Date(2025, 2, 7, 23, 30)
  expect(formatToday(justAfterMidnight, 'local')).toBe('2025-03-07')
  expect(formatToday(justBeforeMidnight, 'local')).toBe('2025-03-07')
  expect(formatToday(new Date('2025-03-07T00:30:00Z'), 'utc')).toBe('2025-03-07')
  expect(formatToday(new Date('2025-03-07T23:30:00Z'), 'utc')).toBe('2025-03-07')
})
