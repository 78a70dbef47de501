import { expect, test } from 'vitest'
import { describeBegunPeriod, findBegunPeriod } from '../../../src/report/table/begun-period.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'

const row = (key: string, label: string) => ({ key, label, values: [1], hasRecord: true, isRest: false })
const year = { year: 2025, days: null }
const march = { year: 2025, days: { first: '2025-03-01', last: '2025-03-31' } }

test.each<
  [what: string, keyKind: ReportTable['keyKind'], keys: readonly string[], upTo: string, days: string | null]
>([
  ['a month of a year', 'month', ['02', '03'], '2025-03-01', 'Row 03 has records of 1 of 31 days.'],
  ['a whole month', 'month', ['02', '03'], '2025-03-31', null],
  ['a quarter', 'quarter', ['2025-Q1'], '2025-03-01', 'Row 2025-Q1 has records of 60 of 90 days.'],
  ['a week', 'week', ['2025-W09', '2025-W10'], '2025-03-04', 'Row 2025-W10 has records of 2 of 7 days.'],
  ['an earlier year, whose records are whole', 'month', ['02', '03'], '2026-03-01', null],
])(
  'a period that has just begun is found by the last day with a record: %s',
  (_, keyKind, keys, upTo, text) => {
    const table = { keyKind, rows: keys.map((key) => row(key, `Row ${key}`)) }
    const begun = findBegunPeriod(table, year, upTo)
    expect(begun && describeBegunPeriod(table, begun)).toBe(text)
  },
)

test('a table of names is of its chosen period, and days need no sentence', () => {
  const names = { keyKind: 'text' as const, rows: [row('alpha', 'Alpha')] }
  expect(findBegunPeriod(names, march, '2025-03-01')).toEqual({ row: null, days: '1 of 31 days' })
  expect(findBegunPeriod(names, march, undefined)).toBeNull()
  expect(findBegunPeriod({ ...names, keyKind: 'date' }, march, '2025-03-01')).toBeNull()
})
