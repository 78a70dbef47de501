import { expect, test } from 'vitest'
import { listChartRemarks } from '../../src/chart/model.ts'
import { sampleTable } from '../support/sample-table.ts'

const sample = sampleTable({ rows: 'month', names: ['MTN', 'GLO'] })
const table = {
  ...sample,
  remarks: ['2 rows are not shown.'],
  columns: sample.columns.map((column) => ({ ...column, unavailable: 'The year before has no records.' })),
  rows: sample.rows.map((row, index) => (index === 1 ? { ...row, hasRecord: false } : row)),
  series: sample.series.map((series, index) => (index === 1 ? { ...series, sum: -5 } : series)),
}
const [first] = table.series

test('a chart says which rows, slices and values it lacks, with the reasons', () => {
  expect(listChartRemarks(table, { type: 'pie', series: table.series })).toEqual([
    '2 rows are not shown.',
    'MTN: The year before has no records.',
    'GLO: The year before has no records.',
    'Not in the pie: GLO (negative).',
    'Shares are of the slices shown.',
    '1 day without a record: 2 March 2024.',
  ])
})

test('a stack names the series that it leaves out; hidden series have no remark', () => {
  const rates = table.series.map((series, index) => (index === 1 ? { ...series, sum: null } : series))
  expect(listChartRemarks(table, { type: 'area', series: rates })).toContain(
    'Not stacked: GLO (cannot be added up).',
  )
  expect(listChartRemarks(table, { type: 'line', series: first ? [first] : [] })).toEqual([
    '2 rows are not shown.',
    'MTN: The year before has no records.',
    '1 day without a record: 2 March 2024.',
  ])
})

test('a pie says of what its shares are where a reader hides a series', () => {
  const say = (series: typeof sample.series) => listChartRemarks(sample, { type: 'pie', series })
  expect(say(sample.series)).toEqual([])
  expect(say(sample.series.slice(1))).toEqual(['Shares are of the slices shown.'])
})
