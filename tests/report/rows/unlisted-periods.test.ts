import { describe, expect, test } from 'vitest'
import { describeOmittedRows } from '../../../src/report/rows/rows-without-record.ts'
import type { KeyPlan, Selection } from '../../../src/report/plan.ts'
import { compileOne } from '../../support/definitions.ts'

const base = { fields: ['key'], label: 'Key' }
const DATE: KeyPlan = { ...base, kind: 'date', format: 'M/D/YYYY' }
const february: Selection = { year: '2025', month: '2' }
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
  test.each([
    [[], undefined],
    [[17], '1 day of the period has no record and is not listed: 17 February 2025.'],
    [[9, 10], '2 days of the period have no record and are not listed: 9 and 10 February 2025.'],
    [
      [1, 26, 27, 28],
      '4 days of the period have no record and are not listed: 1 and 26 to 28 February 2025.',
    ],
  ] as const)('days %j: %s', (missing, text) => {
    expect(describeOmitted(DATE, february, numbers('2025-02-', 28, ...missing))).toEqual(
      text === undefined ? [] : [text],
    )
  })

  test.each<[string, KeyPlan, Selection, readonly string[], string?]>([
    [
      'months',
      { ...base, kind: 'month', format: 'short' },
      whole2025,
      numbers('', 12, 2),
      '1 month of the period has no record and is not listed: Feb.',
    ],
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
    ['hours of several days', { ...base, kind: 'hour' }, february, ['2025-02-01 00']],
    ['quarters of no year', { ...base, kind: 'quarter' }, {}, ['Q1']],
    ['an empty period', DATE, february, []],
  ])('%s', (_, key, period, keys, text) => {
    expect(describeOmitted(key, period, keys)).toEqual(text === undefined ? [] : [text])
  })

  test('are not named where the table adds rows for them, or shows the first rows only', () => {
    const rows = listRows(['2025-02-01'])
    const plan = (fillMissing: 'none' | 'days') => ({
      rows: { ...anyRows, key: DATE, fillMissing },
      selectors,
    })
    expect(describeOmittedRows(plan('days'), february, { rows, hiddenRows: 0 })).toEqual([])
    expect(describeOmittedRows(plan('none'), february, { rows, hiddenRows: 3 })).toEqual([])
  })
})
