import { describe, expect, test } from 'vitest'
import { buildChartModel } from '../../src/chart/model.ts'
import { findOutline } from '../../src/chart/outlines.ts'
import type { ChartType } from '../../src/report/plan.ts'
import { sampleTable } from '../support/sample-table.ts'

const table = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN', 'GLO'],
  values: [[10, 20, 30], [10, null, 30], ...Array.from({ length: 10 }, () => [10, 20, 30])],
})
const getPath = (type: ChartType, index: number, given = table) => {
  const model = buildChartModel(given, given.series, type, 1_000)
  const series = given.series[index]
  if (model === null || series === undefined) throw new Error('nothing to draw')
  return { model, ...findOutline(model, series) }
}

describe('what a chart draws of one series', () => {
  test('is its line with its gaps', () => {
    const { path, isFilled } = getPath('line', 1)
    expect(isFilled).toBe(false)
    expect(path.match(/M/g)).toHaveLength(2)
    expect(path.match(/L/g)).toHaveLength(9)
  })

  test('is its polyline, if there are very many points', () => {
    const year = sampleTable({ rows: 'year', names: 30 })
    expect(getPath('line', 3, year).path.match(/L/g)).toHaveLength(365)
  })

  test('are its bars, inside the slots of their rows and beside each other', () => {
    const lefts = [0, 1, 2].map((index) => {
      const { path, model } = getPath('bar', index)
      const [, x, y, width] = /^M([\d.]+),([\d.]+)h([\d.]+)V/.exec(path) ?? []
      expect(Number(y)).toBeCloseTo(model.plotArea.height * (1 - (10 * (index + 1)) / 30), 5)
      return { x: Number(x), end: Number(x) + Number(width), slot: model.plotArea.width / 12 }
    })
    const [first, second, third] = lefts
    expect(first?.x).toBeGreaterThan(0)
    expect(second?.x).toBeGreaterThan(first?.end ?? 0)
    expect(third?.x).toBeGreaterThan(second?.end ?? 0)
    expect(third?.end).toBeLessThan(third?.slot ?? 0)
  })

  test.each(['stackedBar', 'area', 'pie'] as const)('is an area of its own: %s', (type) => {
    const paths = [0, 1, 2].map((index) => getPath(type, index).path)
    expect(new Set(paths).size).toBe(3)
    for (const path of paths) expect(path).toMatch(/^M.*Z$/)
  })

  test.each(['line', 'bar'] as const)('is of the chosen period, beside an earlier one: %s', (type) => {
    const plain = getPath(type, 0)
    const comparison = {
      name: '2023',
      rows: table.rows.map((row) => ({ ...row, values: row.values.map(() => 5) })),
      totals: [],
      earlierTotals: [],
    }
    const { path } = getPath(type, 0, { ...table, comparison } as unknown as typeof table)
    expect(path.match(/M/g)).toEqual(plain.path.match(/M/g))
    // All values are 10, a third of the axis in both periods.
    expect(path).toContain(`,${(plain.model.plotArea.height * 2) / 3}`.slice(0, 8))
  })

  test('is nothing, if the chart does not draw the series', () => {
    const other = table.series[2]
    const model = buildChartModel(table, table.series.slice(0, 2), 'bar', 800)
    if (model === null || other === undefined) throw new Error('no model')
    expect(findOutline(model, other).path).toBe('')
  })
})
