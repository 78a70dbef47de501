import { describe, expect, test } from 'vitest'
import type { KeyPlan, Selection } from '../../../src/report/model/report-plan.ts'
import {
  describeMissingRows,
  describeOmittedRows,
  formatMissingRows,
} from '../../../src/report/table/rows-without-record.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { compileOne } from '../../support/definitions.ts'

type Row = readonly [key: string, label: string, hasRecord: boolean]

const describeRows = (
  keyKind: ReportTable['keyKind'],
  rows: readonly Row[],
  overrides: Partial<ReportTable> = {},
) =>
  describeMissingRows({
    keyKind,
    hiddenRows: 0,
    rows: rows.map(([key, label, hasRecord]) => ({ key, label, values: [], hasRecord, isRest: false })),
    ...overrides,
  })

/** The days of February and March 2025, of which some have no record. */
const days = (...missing: readonly string[]): Row[] =>
  [28, 31].flatMap((count, month) =>
    Array.from({ length: count }, (_, day): Row => {
      const key = `2025-0${month + 2}-${String(day + 1).padStart(2, '0')}`
      return [key, key, !missing.includes(key)]
    }),
  )
const february = (...list: readonly number[]) => list.map((day) => `2025-02-${String(day).padStart(2, '0')}`)

describe('rows without a record', () => {
  test('are null if every row has one', () => {
    expect(describeRows('date', days())).toBeNull()
    expect(describeRows('date', [])).toBeNull()
  })

  test.each([
    [[9], '9 February 2025'],
    [[9, 10], '9 and 10 February 2025'],
    [[9, 10, 12], '9, 10 and 12 February 2025'],
    [[1, 9, 10, 11, 12], '1 and 9 to 12 February 2025'],
  ])('are days by month, and runs of at least three: %j', (list, text) => {
    expect(describeRows('date', days(...february(...list)))).toEqual({
      count: list.length,
      noun: 'Days',
      text,
    })
  })

  test('name every month, in the order of the days', () => {
    const rows = days(...february(26, 27, 28), '2025-03-01', '2025-03-02').toReversed()
    expect(describeRows('date', rows)?.text).toBe('26 to 28 February 2025; 1 and 2 March 2025')
  })

  test('are counted after the first twenty', () => {
    const odd = Array.from({ length: 14 }, (_, index) => index * 2 + 1)
    const march = odd.map((day) => `2025-03-${String(day).padStart(2, '0')}`)
    const found = describeRows('date', days(...february(...odd), ...march))
    expect(found?.count).toBe(28)
    expect(found?.text).toMatch(/ and 27 February 2025; 1, 3, 5, 7, 9 and 11 March 2025 and 8 more$/)
  })

  test('are named one by one if the table lacks rows between them', () => {
    const rows = [...days(...february(1, 2, 3))].filter(([key]) => key < '2025-02-05')
    expect(describeRows('date', rows, { hiddenRows: 24 })?.text).toBe('1, 2 and 3 February 2025')
  })

  test('in a sentence', () => {
    const rows = (...missing: number[]) =>
      days(...february(...missing)).map(([key, label, hasRecord]) => {
        return { key, label, values: [], hasRecord, isRest: false }
      })
    const format = (...missing: number[]) =>
      formatMissingRows({ keyKind: 'date', hiddenRows: 0, rows: rows(...missing) })
    expect([format(), format(9)]).toEqual(['', '1 day without a record: 9 February 2025.'])
  })

  test('do not include the row of the remaining ones', () => {
    const rest = { key: '\uFFFF', label: 'Others', values: [], hasRecord: false, isRest: true }
    expect(describeMissingRows({ keyKind: 'date', hiddenRows: 0, rows: [rest] })).toBeNull()
  })
})

const base = { fields: ['key'], label: 'Key' }
const DATE: KeyPlan = { ...base, kind: 'date', format: 'M/D/YYYY' }
const chosen: Selection = { year: '2025', month: '2' }
const oneDay: Selection = { day: '2025-02-01' }
const whole2025: Selection = { year: '2025' }

const { rows: anyRows } = compileOne()
const hourly = compileOne({
  selectors: [{ kind: 'date', name: 'day', label: 'Day' }],
  data: { url: '/v1/small/{day}' },
  rows: { key: { kind: 'hour', field: 'hour', label: 'Hour' } },
})
const selectors = [...compileOne().selectors, ...hourly.selectors]

const listRows = (keys: readonly string[]) =>
  keys.map((key) => ({ key, label: key, values: [], hasRecord: true, isRest: false }))

const describeOmitted = (key: KeyPlan, selection: Selection, keys: readonly string[]) =>
  describeOmittedRows({ rows: { ...anyRows, key, fillMissing: 'none' }, selectors }, selection, {
    rows: listRows(keys),
    hiddenRows: 0,
  })

/** The keys from `01` to the last one, with a prefix, but for some. */
const numbers = (prefix: string, last: number, ...missing: readonly number[]) =>
  Array.from({ length: last }, (_, index) => index + 1)
    .filter((one) => !missing.includes(one))
    .map((one) => `${prefix}${String(one).padStart(2, '0')}`)

describe('records that are missing without a row (spec 2.20)', () => {
  test.each<[string, KeyPlan, Selection, readonly string[], string?]>([
    ['days', DATE, chosen, numbers('2025-02-', 28)],
    [
      'a day',
      DATE,
      chosen,
      numbers('2025-02-', 28, 17),
      '1 day of the period has no record and is not listed: 17 February 2025.',
    ],
    [
      'an hour that a time zone skips',
      { ...base, kind: 'hour', zone: 'Europe/Berlin' },
      { day: '2025-03-30' },
      ['00', ...numbers('', 23, 2)],
    ],
    [
      'months',
      { ...base, kind: 'month', format: 'short' },
      whole2025,
      numbers('', 12, 1, 2, 3),
      '3 months of the period have no record and are not listed: Jan to Mar.',
    ],
    ['the months of a chosen month', { ...base, kind: 'month', format: 'short' }, chosen, ['02']],
    [
      'hours of a day',
      { ...base, kind: 'hour' },
      oneDay,
      ['00', ...numbers('', 23, 4, 5)],
      '2 hours of the period have no record and are not listed: 04:00 and 05:00.',
    ],
    [
      'quarters of a year',
      { ...base, kind: 'quarter' },
      whole2025,
      ['2025-Q1', '2025-Q2', '2025-Q4'],
      '1 quarter of the period has no record and is not listed: Q3.',
    ],
    [
      'weeks of a year',
      { ...base, kind: 'week', format: 'number' },
      whole2025,
      numbers('2025-W', 52, 7),
      '1 week of the period has no record and is not listed: W07.',
    ],
    ['days of no chosen days', DATE, whole2025, ['2025-02-01']],
    ['hours of several days', { ...base, kind: 'hour' }, chosen, ['2025-02-01 00']],
    ['quarters of no year', { ...base, kind: 'quarter' }, {}, ['Q1']],
    ['an empty period', DATE, chosen, []],
  ])('%s', (_, key, period, keys, text) => {
    expect(describeOmitted(key, period, keys)).toEqual(text === undefined ? [] : [text])
  })

  test('are not named where the table adds rows for them, or shows the first rows only', () => {
    const rows = listRows(['2025-02-01'])
    const plan = (fillMissing: 'none' | 'days') => ({
      rows: { ...anyRows, key: DATE, fillMissing },
      selectors,
    })
    expect(describeOmittedRows(plan('days'), chosen, { rows, hiddenRows: 0 })).toEqual([])
    expect(describeOmittedRows(plan('none'), chosen, { rows, hiddenRows: 3 })).toEqual([])
  })
})
