import { describe, expect, test } from 'vitest'
import { furtherOmitted } from '../../src/report/further-omitted.ts'
import { getKeyKind, type KeyPlan } from '../../src/report/keys.ts'
import { anyPeriod, getDaysOfMonth, type Period } from '../../src/report/periods.ts'

const base = { fields: ['key'], label: 'Key' }
const DATE: KeyPlan = { ...base, kind: 'date', format: 'M/D/YYYY' }
const february: Period = { year: 2025, days: getDaysOfMonth(2025, 2) }
const oneDay: Period = { year: 2025, days: { first: '2025-02-01', last: '2025-02-01' } }
const whole2025: Period = { year: 2025, days: null }

const describeOmitted = (key: KeyPlan, period: Period, keys: readonly string[]) =>
  furtherOmitted.describeOmitted(
    getKeyKind(key),
    key,
    period,
    keys.map((one) => ({ key: one, label: one, values: [], hasRecord: true, isRest: false })),
  )

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

  test.each<[string, KeyPlan, Period, readonly string[], string?]>([
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
    ['quarters of no year', { ...base, kind: 'quarter' }, anyPeriod, ['Q1']],
    ['an empty period', DATE, february, []],
  ])('%s', (_, key, period, keys, text) => {
    expect(describeOmitted(key, period, keys)).toEqual(text === undefined ? [] : [text])
  })
})
