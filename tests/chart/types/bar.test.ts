import { expect, test } from 'vitest'
import { buildChartModel } from '../../../src/chart/model.ts'
import { sampleTable } from '../../support/sample-table.ts'

test('a stacked bar has a mark for each value that is not 0 or blank, on an axis of the sums', () => {
  const table = sampleTable({
    rows: 'months',
    names: ['Airtel', 'MTN'],
    values: [[100, 250], [0, 40], [null, -60], ...Array.from({ length: 9 }, () => [1, 1])],
  })
  const model = buildChartModel(table, table.series, 'stackedBar', 900)
  expect(model?.marks.bars).toHaveLength(22)
  expect(model?.signals).toMatchObject({
    yMin: -100,
    yMax: 400,
    rowIndexes: table.rows.map((_, index) => index),
  })
})

test('very narrow bars have no seams', () => {
  const seamOf = (rows: 'months' | 'year') => {
    const table = sampleTable({ rows, names: 3 })
    return buildChartModel(table, table.series, 'stackedBar', 900)?.signals.seam
  }
  expect([seamOf('months'), seamOf('year')]).toEqual([1, 0])
})
