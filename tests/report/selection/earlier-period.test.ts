import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysInMonth, parseDate } from '../../../src/time/calendar.ts'
import type { Compare, Selection } from '../../../src/report/model/report-plan.ts'
import {
  findFirstDay,
  formatPeriodName,
  getEarlierSelection,
} from '../../../src/report/selection/earlier-period.ts'
import { grains } from '../../../src/time/grains.ts'
import { countDays, countRange, formatDay } from '../../../src/time/days.ts'
import { getPeriod } from '../../../src/report/selection/selector-kinds.ts'
import { compileOne } from '../../support/definitions.ts'

const year = { kind: 'year', options: { fixed: [2025, 2024] } }
const build = (selectors: readonly object[], url: string) =>
  compileOne({ selectors, data: { url }, rows: { key: { kind: 'text', field: 'name', label: 'Name' } } })
const screens = {
  year: build([year], '/v1/small/{year}'),
  month: build([year, { kind: 'month' }], '/v1/small/{year}/{month}'),
  quarter: build([year, { kind: 'quarter' }], '/v1/small/{year}/{quarter}'),
  week: build([year, { kind: 'week' }], '/v1/small/{year}/{week}'),
  date: build([{ kind: 'date' }], '/v1/small/{date}'),
  dates: build([{ kind: 'dateRange' }], '/v1/small/{datesFrom}/{datesTo}'),
}
type Screen = keyof typeof screens

/** A selection from its values joined by spaces. */
const select = (screen: Screen, text: string): Selection => {
  const values = text.split(' ')
  return Object.fromEntries(screens[screen].selectors.map(({ name }, index) => [name, values[index] ?? '']))
}
const move = (screen: Screen, text: string, compare: Compare) => {
  const moved = getEarlierSelection(screens[screen], select(screen, text), compare)
  return moved && screens[screen].selectors.map(({ name }) => moved[name]).join(' ')
}

describe('what a report is compared with (spec 4.23)', () => {
  test.each<[Screen, string, string | null, string | null]>([
    // The screen, the chosen period, the previous period, the same period a year before.
    ['year', '2025', '2024', '2024'],
    ['month', '2025 3', '2025 2', '2024 3'],
    ['month', '2025 1', '2024 12', '2024 1'],
    ['month', '2024 2', '2024 1', '2023 2'],
    ['quarter', '2025 4', '2025 3', '2024 4'],
    ['quarter', '2025 1', '2024 4', '2024 1'],
    ['week', '2025 7', '2025 6', '2024 7'],
    ['week', '2025 1', '2024 52', '2024 1'],
    ['week', '2021 1', '2020 53', '2020 1'],
    ['week', '2020 53', '2020 52', null],
    ['week', '2027 52', '2027 51', '2026 52'],
    ['date', '2025-03-01', '2025-02-28', '2024-03-01'],
    ['date', '2024-03-01', '2024-02-29', '2023-03-01'],
    ['date', '2024-02-29', '2024-02-28', '2023-02-28'],
    ['date', '2025-01-01', '2024-12-31', '2024-01-01'],
    // Seven days, and days of two years.
    ['dates', '2025-03-03..2025-03-09', '2025-02-24..2025-03-02', '2024-03-03..2024-03-09'],
    ['dates', '2024-12-20..2025-01-10', '2024-11-28..2024-12-19', '2023-12-20..2024-01-10'],
    ['dates', '2025-03-07..2025-03-07', '2025-03-06..2025-03-06', '2024-03-07..2024-03-07'],
    ['dates', '2024-02-29..2024-03-02', '2024-02-26..2024-02-28', '2023-02-28..2023-03-02'],
    // Whole months.
    ['dates', '2025-03-01..2025-03-31', '2025-02-01..2025-02-28', '2024-03-01..2024-03-31'],
    ['dates', '2025-02-01..2025-02-28', '2025-01-01..2025-01-31', '2024-02-01..2024-02-29'],
    ['dates', '2025-01-01..2025-03-31', '2024-10-01..2024-12-31', '2024-01-01..2024-03-31'],
    ['dates', '2024-12-01..2025-01-31', '2024-10-01..2024-11-30', '2023-12-01..2024-01-31'],
    ['dates', '2025-01-01..2025-12-31', '2024-01-01..2024-12-31', '2024-01-01..2024-12-31'],
  ])('%s %s: %s, %s', (screen, text, previous, before) => {
    expect(move(screen, text, 'previous')).toBe(previous)
    expect(move(screen, text, 'year')).toBe(before)
  })

  test('is never longer than what can be chosen', () => {
    const short = build([{ kind: 'dateRange', maxDays: 30 }], '/v1/small/{datesFrom}/{datesTo}')
    const moveShort = (dates: string, compare: Compare) => getEarlierSelection(short, { dates }, compare)
    expect(moveShort('2025-04-01..2025-04-30', 'previous')).toEqual({ dates: '2025-03-02..2025-03-31' })
    const leap = build([{ kind: 'dateRange', maxDays: 28 }], '/v1/small/{datesFrom}/{datesTo}')
    expect(getEarlierSelection(leap, { dates: '2025-02-01..2025-02-28' }, 'year')).toEqual({
      dates: '2024-02-01..2024-02-28',
    })
    expect(getEarlierSelection(leap, { dates: '2025-02-15..2025-03-14' }, 'year')).toEqual({
      dates: '2024-02-15..2024-03-13',
    })
  })

  test('keeps the values of other selectors', () => {
    const options = [{ value: 'NORTH', label: 'North' }]
    const region = { kind: 'select', name: 'region', label: 'Region', prompt: 'Choose Region', options }
    const plan = build([region, year, { kind: 'month' }], '/v1/small/{region}/{year}/{month}')
    const chosen = { region: 'NORTH', year: '2025', month: '1' }
    expect(getEarlierSelection(plan, chosen, 'previous')).toEqual({
      region: 'NORTH',
      year: '2024',
      month: '12',
    })
  })

  test.each<[Screen, string, string]>([
    ['year', '2025', '2025'],
    ['month', '2025 2', 'February 2025'],
    ['quarter', '2025 1', '2025-Q1'],
    ['week', '2025 7', '2025-W07'],
    ['date', '2025-03-07', '2025-03-07'],
    ['dates', '2025-01-01..2025-03-31', '2025-01-01 to 2025-03-31'],
  ])('the period of %s %s is named %s', (screen, text, name) =>
    expect(formatPeriodName(screens[screen], select(screen, text))).toBe(name),
  )
})

const years = fc.integer({ min: 1901, max: 2998 })
const partsOf = (screen: Screen, count: (of: number) => number) =>
  years.chain((of) =>
    fc.integer({ min: 1, max: count(of) }).map((part) => [screen, `${of} ${part}`] as const),
  )
const days = fc
  .integer({
    min: countDays({ year: 1901, month: 1, day: 1 }),
    max: countDays({ year: 2990, month: 1, day: 1 }),
  })
  .map(formatDay)
const ranges = fc
  .tuple(days, fc.integer({ min: 0, max: 365 }))
  .map(([first, more]) => `${first}..${formatDay(countDays(parseDate(first) ?? NEVER) + more)}`)
const NEVER = { year: 1, month: 1, day: 1 }
const periods = fc.oneof(
  partsOf('month', () => 12),
  partsOf('quarter', () => 4),
  partsOf('week', grains.week.count),
  days.map((day) => ['date', day] as const),
  ranges.map((range) => ['dates', range] as const),
)
const listDays = (screen: Screen, text: string) => getPeriod(screens[screen], select(screen, text)).days

describe('the previous period (generated)', () => {
  test('ends on the day before the chosen one begins', () => {
    fc.assert(
      fc.property(periods, ([screen, text]) => {
        const [now, before] = [listDays(screen, text), listDays(screen, move(screen, text, 'previous') ?? '')]
        const first = countDays(parseDate(now?.first ?? '') ?? NEVER)
        expect(before?.last).toBe(formatDay(first - 1))
        expect(before && countRange(before)).toBeGreaterThan(0)
      }),
    )
  })

  test('of a range has as many days, or as many whole months', () => {
    fc.assert(
      fc.property(ranges, (text) => {
        const [now, before] = [
          listDays('dates', text),
          listDays('dates', move('dates', text, 'previous') ?? ''),
        ]
        if (now === null || before === null) throw new Error('no days')
        const isWhole = now.first.endsWith('-01') && isMonthEnd(now.last)
        const isWholeBefore = before.first.endsWith('-01') && isMonthEnd(before.last)
        expect(isWhole ? isWholeBefore : countRange(before) === countRange(now)).toBe(true)
      }),
    )
  })
})

test('the first day of a period is that of its days; a whole year has none', () => {
  fc.assert(
    fc.property(periods, ([screen, text]) => {
      const first = findFirstDay(screens[screen], select(screen, text))
      expect(first === null ? undefined : formatDay(first)).toBe(listDays(screen, text)?.first)
    }),
  )
  expect(findFirstDay(screens.year, { year: '2025' })).toBeNull()
})

const isMonthEnd = (day: string): boolean => {
  const date = parseDate(day)
  return date !== null && date.day === daysInMonth(date.year, date.month)
}
