import { expect, test } from 'vitest'
import { buildChartRows } from '../../src/chart/chart-rows.ts'
import { tooltipAt } from '../../src/chart/tooltip-data.ts'
import { summarizeChart } from '../../src/chart/summary.ts'
import { sampleTable } from '../support/sample-table.ts'

const table = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN'],
  values: [
    [1_000, 20],
    [11, 2_500.5],
  ],
})

test('one sentence says what is drawn', () => {
  expect(summarizeChart(table, table.series, 'line')).toBe(
    '2 series, Jan to Dec; the highest value is 2,500.50 (MTN, Feb).',
  )
  expect(summarizeChart(table, table.series, 'pie')).toBe(
    '2 series, together 3,531.50; the largest share is MTN with 71%.',
  )
  expect(summarizeChart(table, [], 'bar')).toBe('No data available for the selected series.')
})

test('a reading has the drawn series from the largest down, and their total', () => {
  const reading = tooltipAt(table, table.series, 1)
  expect(reading?.label).toBe('Feb')
  expect(reading?.values.map(({ series, value }) => [series.name, value])).toEqual([
    ['MTN', 2_500.5],
    ['Airtel', 11],
  ])
  expect(reading?.total).toBe(2_511.5)
  expect(tooltipAt(table, table.series, 12)).toBeNull()
})

test('the data of a chart are the drawn series alone', () => {
  const drawn = table.series.slice(1)
  const lines = buildChartRows(table, drawn, 'line')
  expect(lines.columns.map(({ label }) => label)).toEqual(['MTN'])
  expect(lines.rows[1]?.values).toEqual([2_500.5])
  expect(lines.total?.values).toEqual([2_520.5])
  const shares = buildChartRows(table, table.series, 'pie')
  expect(shares.rows.map(({ label, values }) => [label, values])).toEqual([
    ['Airtel', [1_011, 29]],
    ['MTN', [2_520.5, 71]],
  ])
})
