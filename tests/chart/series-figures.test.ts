import { describe, expect, test } from 'vitest'
import { getSeriesFigures } from '../../src/chart/series-figures.ts'
import type { ReportTable, TableColumn } from '../../src/report/model/report-table.ts'
import { sampleTable } from '../support/sample-table.ts'

const values = [[30], [10], [0], [50], ...Array.from({ length: 8 }, () => [0])]
const months = sampleTable({ rows: 'months', names: ['MTN'], values })

/** The first four months have a record. */
const unrecorded: ReportTable = {
  ...months,
  rows: months.rows.map((row, index) => (index < 4 ? row : { ...row, hasRecord: false })),
}

const getFigures = (table: ReportTable) => {
  const series = table.series[0] ?? expect.fail('no series')
  return getSeriesFigures(table)(series)
}
const withTotal = (total: TableColumn['total']): ReportTable => ({
  ...months,
  columns: months.columns.map((column) => ({ ...column, total })),
  series: months.series.map((series) => ({ ...series, sum: total === 'sum' ? series.sum : null })),
})

describe('the figures of a series (spec 2.21)', () => {
  test('are its highest and lowest value with their rows, sum and mean', () => {
    expect(getFigures(months)).toEqual({
      highest: { value: 50, label: 'Apr' },
      lowest: { value: 0, label: 'Mar' },
      sum: 90,
      mean: 7.5,
      total: null,
    })
  })

  test('do not count rows without a record; a recorded 0 counts', () => {
    expect(getFigures(unrecorded)).toMatchObject({ lowest: { value: 0, label: 'Mar' }, sum: 90, mean: 22.5 })
  })

  test.each([
    ['mean', null, 7.5],
    ['max', null, 7.5],
    ['weightedMean', null, null],
    ['computed', null, null],
  ] as const)('of a column with the total %s: sum %s, mean %s', (total, sum, mean) => {
    expect(getFigures(withTotal(total))).toMatchObject({ sum, mean })
  })

  test('of a ratio have its total in place of sum and mean', () => {
    const ratio = withTotal('computed')
    const total = { label: 'Year', values: [0.75] }
    expect(getFigures({ ...ratio, total })).toMatchObject({ sum: null, mean: null, total: 0.75 })
    expect(getFigures({ ...months, total }).total).toBeNull()
  })

  test('have no mean where the table does not show every row, unless it is the total', () => {
    expect(getFigures({ ...months, hiddenRows: 3 }).mean).toBeNull()
    const total = { label: 'All', values: [7] }
    expect(getFigures({ ...withTotal('mean'), total, hiddenRows: 3 }).mean).toBe(7)
    const rows = months.rows.map((row, index) =>
      index === 11 ? { ...row, isRest: true, values: [900] } : row,
    )
    expect(getFigures({ ...months, rows })).toMatchObject({ highest: { value: 50 }, mean: null })
  })

  test('have no sum where the report adds nothing up', () => {
    expect(getFigures({ ...months, chart: { sum: false } })).toMatchObject({ sum: null, mean: 7.5 })
  })

  test('of blanks alone are empty', () => {
    const blank = sampleTable({ rows: 'months', names: ['A'], values: values.map(() => [null]) })
    expect(getFigures(blank)).toMatchObject({ highest: null, lowest: null, mean: null })
  })
})
