import { expect, test } from 'vitest'
import { summarizeChart } from '../../src/chart/model.ts'
import { orderChartRows } from '../../src/chart/model.ts'
import { describeUndrawnRows } from '../../src/chart/undrawn.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { sampleTable } from '../support/sample-table.ts'

const months = sampleTable({ rows: 'months', names: ['A'] })
const shuffled: ReportTable = {
  ...months,
  rows: [
    ...months.rows.toReversed(),
    { key: '', label: 'Others', values: [1], hasRecord: true, isRest: true },
  ],
}

test('lines and areas connect months in the order of time, the others last; bars keep the order of the table', () => {
  const expected = [...months.rows.map(({ label }) => label), 'Others']
  for (const type of ['line', 'area'] as const) {
    expect(orderChartRows(shuffled, type).rows.map(({ label }) => label)).toEqual(expected)
  }
  for (const type of ['bar', 'stackedBar', 'pie'] as const) {
    expect(orderChartRows(shuffled, type)).toBe(shuffled)
  }
  expect(orderChartRows({ ...shuffled, keyKind: 'text' }, 'line').rows).toBe(shuffled.rows)
  expect(summarizeChart(orderChartRows(shuffled, 'line'), months.series, 'line')).toContain('Jan to Dec;')
})

test('a report says another order for its charts, and leaves the others out; lines of time stay in time', () => {
  const sort = { column: 0, isAscending: false }
  const sorted: ReportTable = { ...shuffled, chart: { sort } }
  const values = orderChartRows(sorted, 'bar').rows.map(({ values: [value] }) => value ?? 0)
  expect(values.at(-1)).toBe(1)
  expect(values.slice(0, -1)).toEqual(values.slice(0, -1).toSorted((a, b) => b - a))
  expect(orderChartRows(sorted, 'line').rows.map(({ label }) => label)[0]).toBe('Jan')
  for (const type of ['bar', 'line', 'pie'] as const) {
    expect(orderChartRows({ ...sorted, chart: { rest: false } }, type)).toMatchObject({ hiddenRows: 1 })
    expect(orderChartRows({ ...sorted, chart: { rest: false } }, type).rows).toHaveLength(12)
  }
  expect(describeUndrawnRows({ ...shuffled, chart: { rest: false } })).toEqual(['Not drawn: Others.'])
  expect(describeUndrawnRows(shuffled)).toEqual([])
  expect(summarizeChart(shuffled, months.series, 'bar')).toContain('Jan to Dec;')
})

test('the same table stays the same, and an earlier period follows its rows', () => {
  expect(orderChartRows(months, 'line')).toBe(months)
  const [first = null, ...rest] = shuffled.rows
  const comparison = {
    name: '',
    currentName: '',
    lines: [],
    totals: [],
    earlierTotals: [],
    rows: [first, ...rest],
    table: months,
  }
  const { rows, comparison: ordered } = orderChartRows({ ...shuffled, comparison }, 'line')
  expect(ordered?.rows).toEqual(rows)
})
