import { describe, expect, test } from 'vitest'
import type { ReportPlan } from '../../../src/report/model/report-plan.ts'
import { type ReportTable } from '../../../src/report/model/report-table.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

const fields = [
  { field: 'answered', label: 'Answered' },
  { field: 'attempts', label: 'Attempts' },
]
const byMonth = { key: { kind: 'month', field: 'month', label: 'Month' }, total: 'Total' }
/** A report of months with further columns. */
const monthly = (columns: readonly object[], changes: Readonly<Record<string, unknown>> = {}) =>
  compileOne({
    selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }],
    data: { url: '/v1/small/{year}' },
    rows: byMonth,
    columns: [...fields, ...columns],
    ...changes,
  })
const build = (plan: ReportPlan, records: readonly object[], before?: readonly object[]) =>
  tabulate(plan, records, { year: '2025' }, before)
/** The values of a column by its label, then its total. */
const valuesOf = ({ columns, rows, total }: ReportTable, label: string) => {
  const index = columns.findIndex((column) => column.label === label)
  return [...rows.map(({ values }) => values[index]), total?.values[index]]
}

/** Records of months with what was answered. */
const ofMonths = (answered: Readonly<Record<number, number>>) =>
  Object.entries(answered).map(([month, number]) => ({ month: Number(month), answered: number }))
const records = [
  { month: 1, answered: 30, attempts: 40 },
  { month: 2, answered: 60, attempts: 80 },
  { month: 3, answered: 10, attempts: 0 },
]

describe('a share', () => {
  const share = { value: 'share(answered)', id: 'part', label: 'Share' }

  test('is the part of the total over all rows, in percent with one decimal', () => {
    const table = build(monthly([share]), records)
    expect(valuesOf(table, 'Share')).toEqual([0.3, 0.6, 0.1, 1])
    expect(table.columns[2]?.format?.options).toMatchObject({ style: 'percent', maximumFractionDigits: 1 })
  })

  test('is blank if the total is 0', () => {
    const table = build(monthly([share]), [{ month: 1, answered: 0 }])
    expect(valuesOf(table, 'Share')).toEqual([null, null])
  })
})

describe('a ratio', () => {
  const rate = { value: 'answered / attempts', id: 'rate', label: 'Rate' }

  test('divides row by row, is blank where the divisor is 0, and has the ratio of the totals as its total', () => {
    expect(valuesOf(build(monthly([rate]), records), 'Rate')).toEqual([0.75, 0.75, null, 100 / 120])
  })

  test.each([
    [{ decimals: 2 }, 'percent', 2],
    [{ sign: 'always' }, 'percent', 1],
    [{ style: 'percent' }, 'percent', 1],
    [{ style: 'plain' }, 'decimal', 2],
    [{ unit: 'EUR/min' }, 'decimal', 2],
  ])('with the format %j has the style %s and %i decimals', (format, style, decimals) => {
    const plan = monthly([{ ...rate, format }])
    expect(plan.columns[2]?.format?.options).toMatchObject({ style, maximumFractionDigits: decimals })
  })

  test('divides the totals that the columns have, whatever their kind', () => {
    const plan = monthly([], {
      columns: [
        { id: 'mostAnswered', label: 'Most answered', value: 'max(answered)', role: 'series' },
        { id: 'attempts', label: 'Attempts', value: 'max(attempts)', role: 'series' },
        { ...rate, value: 'mostAnswered / attempts' },
      ],
    })
    expect(valuesOf(build(plan, records), 'Rate').at(-1)).toBe(60 / 80)
  })
})

describe('a computed column', () => {
  test('reads a column without a total as a blank in its own total, but the records of its field', () => {
    const [answered, attempts] = fields
    const rate = { value: 'answered / attempts', id: 'rate', label: 'Rate' }
    const whole = { value: 'sum(answered) / attempts', id: 'whole', label: 'Whole' }
    const columns = [{ ...answered, total: false }, attempts, rate, whole]
    const table = build(monthly([], { columns }), records)
    expect(table.columns.map(({ label }) => label)).toEqual(['Answered', 'Attempts', 'Rate', 'Whole'])
    expect(table.total?.values).toEqual([null, 120, null, 100 / 120])
    expect(table.rows[0]?.values).toEqual([30, 40, 0.75, 0.75])
  })

  test.each([
    ['sum(answered * attempts) / 100', [12, 48, 0, 60]],
    ['mean(answered)', [30, 60, 10, 100 / 3]],
    ['mean(answered, attempts)', [30, 60, 10, 50]],
    ['min(attempts - answered)', [10, 20, -10, -10]],
    ['max(attempts) - min(answered)', [10, 20, -10, 70]],
    ['first(answered)', [30, 60, 10, 30]],
    ['last(answered)', [30, 60, 10, 10]],
    ['count()', [1, 1, 1, 3]],
    ['count(answered)', [1, 1, 1, 3]],
    ['sum(answered > 20)', [1, 1, 0, 2]],
    ['if(attempts = 0, -1, answered)', [30, 60, -1, 100]],
    ['abs(answered - attempts)', [10, 20, 10, 20]],
    ['previous(answered) + 1', [null, 31, 61, null]],
    ['add(answered, previous(answered))', [30, 90, 70, 100]],
    ['rank(answered)', [2, 1, 3, null]],
    ['-answered * 2 + 1', [-59, -119, -19, -199]],
  ])('%s has the value of its row, and in the total that of all records', (value, expected) => {
    const table = build(monthly([{ value, id: 'own', label: 'Own' }]), records)
    expect(valuesOf(table, 'Own')).toEqual(expected)
  })
})

describe('a change to the row before', () => {
  const growth = { value: 'change(answered)', id: 'growth', label: 'Growth' }

  test('is growth in percent with sign; the first row and the total are blank', () => {
    const table = build(monthly([growth]), records)
    expect(valuesOf(table, 'Growth')).toEqual([null, 1, -50 / 60, null])
    expect(table.columns[2]?.format?.options).toMatchObject({ style: 'percent', signDisplay: 'exceptZero' })
  })

  test('is blank for a missing record and after one, and after a zero', () => {
    const plan = monthly([growth], { rows: { ...byMonth, fillMissing: 'months' } })
    const table = build(plan, ofMonths({ 1: 10, 3: 0, 4: 8, 5: 10 }))
    expect(valuesOf(table, 'Growth').slice(0, 6)).toEqual([null, null, null, null, 0.25, null])
  })

  test('has the sign of the difference for negative values', () => {
    const table = build(monthly([growth]), ofMonths({ 1: -10, 2: -5, 3: 5 }))
    expect(valuesOf(table, 'Growth')).toEqual([null, 0.5, 2, null])
  })

  test('can be of a change, of a ratio, and in any order of the columns', () => {
    const plan = monthly([
      { value: 'change(growth)', id: 'second', label: 'Second' },
      growth,
      { value: 'change(rate)', id: 'better', label: 'Better' },
      { value: 'answered / attempts', id: 'rate', label: 'Rate' },
    ])
    const table = build(plan, [
      { month: 1, answered: 10, attempts: 20 },
      { month: 2, answered: 20, attempts: 80 },
      { month: 3, answered: 30, attempts: 60 },
    ])
    expect(valuesOf(table, 'Second')).toEqual([null, null, -0.5, null])
    expect(valuesOf(table, 'Better')).toEqual([null, -0.5, 1, null])
  })
})

describe('a change to the year before', () => {
  const yearly = { value: 'change(answered, year)', id: 'yearly', label: 'Yearly' }
  const before = ofMonths({ 1: 20, 3: 40, 4: 900 })

  test('compares the same months; the total compares the rows that both years have', () => {
    const table = build(monthly([yearly]), records, before)
    expect(valuesOf(table, 'Yearly')).toEqual([0.5, null, -0.75, (100 - 60) / 60])
    expect(table.columns.map(({ unavailable }) => unavailable)).toEqual([null, null, null])
  })

  test('finds days by their date one year earlier; a leap day has none', () => {
    const plan = compileOne({
      columns: [
        { field: 'a', label: 'A' },
        { ...yearly, value: 'change(a, year)' },
      ],
      rows: { key: { kind: 'date', field: 'day', label: 'Day' } },
    })
    const days = [
      { day: '2024-02-28', a: 3 },
      { day: '2024-02-29', a: 3 },
    ]
    const table = tabulate(plan, days, { year: '2024', month: '2' }, [{ day: '2/28/2023', a: 2 }])
    expect(table.rows.map(({ values }) => values)).toEqual([
      [3, 0.5],
      [3, null],
    ])
    expect(table.warnings).toEqual([])
  })

  test('finds names by their name, and columns whatever the groups of that year', () => {
    const plan = compileOne({
      selectors: [{ kind: 'year', options: { fixed: [2025] } }],
      data: { url: '/v1/small/{year}' },
      rows: { key: { kind: 'text', field: 'route', label: 'Route' }, total: 'Total' },
      columns: [
        { pattern: '{from}_to_{to}', id: 'ways', label: '{from} → {to}' },
        { value: 'add(ways)', id: 'all', label: 'All' },
        { ...yearly, value: 'change(all, year)' },
      ],
    })
    const table = build(
      plan,
      [{ route: 'North', a_to_b: 3 }],
      [{ route: 'North', a_to_b: 1, b_to_a: 0.5, c_to_a: 0.5 }],
    )
    expect(valuesOf(table, 'Yearly')).toEqual([0.5, 0.5])
  })

  test.each([
    ['was not loaded', undefined, 'The records of the year before could not be loaded.'],
    ['has no records', [], 'The year before has no records.'],
    ['does not fit', [{ month: 1, answered: 'many' }], 'The records of the year before could not be loaded.'],
  ])('is blank and says why if the year before %s', (_, earlier, reason) => {
    const table = build(monthly([yearly]), records, earlier)
    expect(valuesOf(table, 'Yearly')).toEqual([null, null, null, null])
    expect(table.columns.map(({ unavailable }) => unavailable)).toEqual([null, null, reason])
  })
})

describe('rows that are cut', () => {
  test('are shares of the whole and ratios of their sums in the row of the others; changes follow the key', () => {
    const plan = monthly(
      [
        { value: 'share(answered)', id: 'part', label: 'Share' },
        { value: 'answered / attempts', id: 'rate', label: 'Rate' },
        { value: 'change(answered)', id: 'growth', label: 'Growth' },
        { value: 'change(answered, year)', id: 'yearly', label: 'Yearly' },
      ],
      {
        rows: { ...byMonth, sort: { by: 'part', direction: 'descending' }, top: { rows: 1, rest: 'Others' } },
      },
    )
    const table = build(plan, records, ofMonths({ 1: 10, 2: 30, 3: 10 }))
    expect(table.rows.map(({ label }) => label)).toEqual(['Feb', 'Others'])
    expect(valuesOf(table, 'Share')).toEqual([0.6, 0.4, 1])
    expect(valuesOf(table, 'Rate')).toEqual([0.75, 1, 100 / 120])
    expect(valuesOf(table, 'Growth')).toEqual([1, null, null])
    expect(valuesOf(table, 'Yearly')).toEqual([1, 1, 1])
  })
})

const all = { value: 'add(series)', id: 'all', label: 'All' }

test('a computed column that is charted has no sum, and is no part of the sum of all series', () => {
  const rate = { value: 'answered / attempts', id: 'rate', label: 'Rate', role: 'series' }
  const table = build(monthly([rate, all], { chart: { secondAxis: ['rate'] } }), records)
  const sums = table.series.map(({ name, sum }) => `${name} ${sum}`)
  expect(sums).toEqual(['Answered 100', 'Attempts 120', 'Rate null'])
  expect(valuesOf(table, 'All')).toEqual([70, 140, 10, 220])
})

test('a hidden column is in the table and computed from, but not charted', () => {
  const [answered, attempts] = fields
  const rate = { value: 'answered / hidden', id: 'rate', label: 'Rate' }
  const columns = [answered, { ...attempts, id: 'hidden', hidden: true }, rate, all]
  const table = build(monthly([], { columns }), records)
  expect(table.columns.map(({ hidden }) => hidden)).toEqual([false, true, false, false])
  expect(table.series.map(({ name }) => name)).toEqual(['Answered'])
  expect(valuesOf(table, 'Rate').slice(0, 2)).toEqual([0.75, 0.75])
  expect(valuesOf(table, 'All').slice(0, 2)).toEqual([70, 140])
})
