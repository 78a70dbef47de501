import { expect, test } from 'vitest'
import { summarizeChart } from '../../src/chart/model.ts'
import { orderChartRows } from '../../src/chart/row-order.ts'
import type { ReportTable } from '../../src/report/table/report-table.ts'
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
  }
  const { rows, comparison: ordered } = orderChartRows({ ...shuffled, comparison }, 'line')
  expect(ordered?.rows).toEqual(rows)
})
