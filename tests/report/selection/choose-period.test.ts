import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPeriod } from '../../../src/report/table/describe-coverage.ts'
import { choosePeriod, parsePeriod } from '../../../src/report/selection/choose-period.ts'
import { canFollow, getUsualPeriod } from '../../../src/report/selection/own-days.ts'
import { getPeriod } from '../../../src/report/selection/selector-kinds.ts'
import { compileOne } from '../../support/definitions.ts'

const years = { kind: 'year', options: { fixed: [2025, 2024] } }
const build = (selectors: readonly { readonly kind: string }[]) =>
  compileOne({
    selectors,
    data: {
      url: `/v1/small?${selectors.map(({ kind }) => `{${kind === 'dateRange' ? 'range' : kind}}`).join('&')}`,
    },
    rows: { key: { kind: 'text', field: 'day', label: 'Date' } },
  })
const range = { kind: 'dateRange', name: 'range', maxDays: 31 }

test.each([
  ['2025', { first: '2025-01-01', last: '2025-12-31' }],
  ['2024-02', { first: '2024-02-01', last: '2024-02-29' }],
  ['2025-Q4', { first: '2025-10-01', last: '2025-12-31' }],
  ['2025-W01', { first: '2024-12-30', last: '2025-01-05' }],
  ['2025-03-07', { first: '2025-03-07', last: '2025-03-07' }],
  ['2025-03-07..2025-04-02', { first: '2025-03-07', last: '2025-04-02' }],
  ['2025-13', null],
  ['2025-W53', null],
  ['2025-02-30', null],
  ['2025-04-02..2025-03-07', null],
  ['2025-01-01..2025-01-02..2025-01-03', null],
  ['', null],
])('%s is the period %o', (text, expected) => {
  expect(parsePeriod(text)).toEqual(expected)
})

test.each([
  ['a year and a month', [years, { kind: 'month' }], '2025-03', { year: '2025', month: '3' }],
  ['a year and a month', [years, { kind: 'month' }], '2025', null],
  ['a year and a month', [years, { kind: 'month' }], '2025-03-07', null],
  ['a year', [years], '2025', { year: '2025' }],
  ['a year', [years], '2025-03', null],
  [
    'a year and a quarter',
    [years, { kind: 'quarter' }],
    '2025-04-01..2025-06-30',
    { year: '2025', quarter: '2' },
  ],
  ['a day', [{ kind: 'date' }], '2025-03-07', { date: '2025-03-07' }],
  ['a day', [{ kind: 'date' }], '2025-03', null],
  ['days', [range], '2025-03', { range: '2025-03-01..2025-03-31' }],
  ['days', [range], '2025-03-01..2025-04-30', null],
])('a screen with %s (%#) chooses %s', (_, selectors, text, expected) => {
  const days = parsePeriod(text)
  expect(days && choosePeriod(build(selectors as { kind: string }[]), days)).toEqual(expected)
})

test('every week of every year is chosen by its days', () => {
  const plan = build([years, { kind: 'week' }])
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 2040 }), fc.integer({ min: 1, max: 52 }), (year, week) => {
      const chosen = { year: String(year), week: String(week) }
      const { days } = getPeriod(plan, chosen)
      if (days === null) throw new Error('no days')
      expect(choosePeriod(plan, days)).toEqual(chosen)
    }),
  )
})

test.each([
  ['2025-03', 'March 2025'],
  ['2025-Q1', '2025-Q1'],
  ['2025-W10', '2025-W10'],
  ['2025', '2025'],
  ['2025-03-07..2025-04-02', '2025-03-07 to 2025-04-02'],
])('%s is written as %s', (text, expected) => {
  expect(formatPeriod(text)).toBe(expected)
})

test.each([
  [[years, { kind: 'month' }], 'previous-month'],
  [[{ kind: 'date' }], 'yesterday'],
  [[years], 'latest'],
  [[years, { kind: 'week' }], 'latest'],
  [[range], 'latest'],
])('a schedule of a screen with %j has at first the period %s', (selectors, period) => {
  const plan = build(selectors)
  expect(getUsualPeriod(plan)).toBe(period)
  expect(canFollow(plan, getUsualPeriod(plan))).toBe(true)
})
