import { describe, expect, test } from 'vitest'
import { blankUnrecorded, buildGapBands } from '../../src/chart/undrawn.ts'
import { buildChartModel, buildChartRows, getTooltipData, summarizeChart } from '../../src/chart/model.ts'
import { chartTypeNames } from '../../src/report/plan.ts'
import type { ReportTable } from '../../src/report/table/report-table.ts'
import { sampleTable } from '../support/sample-table.ts'

/** A month in which some days, counted from 0, have no record: their values are 0. */
function monthWithout(days: readonly number[], names = 2): ReportTable {
  const table = sampleTable({ rows: 'month', names })
  const rows = table.rows.map((row, index) =>
    days.includes(index) ? { ...row, hasRecord: false, values: row.values.map(() => 0) } : row,
  )
  return { ...table, rows }
}

const draw = (table: ReportTable, type: (typeof chartTypeNames)[number], width = 1_000) => {
  const model = buildChartModel(table, table.series, type, width)
  if (model === null) throw new Error('nothing to draw')
  return model
}

const getPath = (table: ReportTable, type: 'line' | 'area', width?: number) =>
  draw(table, type, width).marks.shapes[0]?.shape.context(null)() ?? ''

describe('rows without a record', () => {
  test('keep the values of the table, which the data behind the chart shows', () => {
    const table = monthWithout([8, 9])
    const before = structuredClone(table)
    for (const type of chartTypeNames) draw(table, type)
    expect(table).toEqual(before)
    expect(buildChartRows(table, table.series, 'line').rows[8]?.values).toEqual([0, 0])
  })

  test('a table without them is the table itself, so that nothing is computed again', () => {
    const table = sampleTable({ rows: 'year', names: 200 })
    expect(blankUnrecorded(table)).toBe(table)
    const gaps = monthWithout([3])
    expect(blankUnrecorded(gaps)).toBe(blankUnrecorded(gaps))
  })

  test.each([
    ['in the middle', [8, 9], 2],
    ['at the start', [0, 1], 1],
    ['at the end', [29, 30], 1],
    ['around one day', [8, 10], 3],
  ])('are gaps of a line: %s', (_, days, parts) => {
    expect(getPath(monthWithout(days, 1), 'line').match(/M/g)).toHaveLength(parts)
    expect(draw(monthWithout(days, 1), 'line').marks.symbols).toHaveLength(31 - days.length)
  })

  test('a value between two of them is a point, also where points have no markers', () => {
    const { marks, plotArea } = draw(monthWithout([8, 10], 1), 'line', 320)
    expect(marks.symbols.map(({ x }) => (x / plotArea.width) * 31)).toEqual([9.5])
  })

  test('have neither bars nor areas', () => {
    const table = monthWithout([8, 9])
    for (const type of ['bar', 'stackedBar'] as const) {
      const indexes = draw(table, type).marks.bars.map(({ rowIndex }) => rowIndex)
      expect(indexes).toHaveLength(2 * 29)
      expect(indexes.filter((index) => index === 8 || index === 9)).toEqual([])
    }
    expect(getPath(table, 'area').match(/M/g)).toHaveLength(2)
  })

  test.each(chartTypeNames.filter((type) => type !== 'pie'))('have a band behind them: %s', (type) => {
    const { marks, plotArea } = draw(monthWithout([8, 9, 20]), type)
    const days = marks.bands.map(({ x, x2 }) => [x, x2].map((one) => Math.round((one / plotArea.width) * 31)))
    expect(days).toEqual([
      [8, 10],
      [20, 21],
    ])
  })

  test('a row of remaining rows is not one of them', () => {
    const table = monthWithout([30])
    const rows = table.rows.map((row, index) => (index === 30 ? { ...row, isRest: true } : row))
    const rest = { ...table, rows }
    expect(blankUnrecorded(rest)).toBe(rest)
    expect(buildGapBands(rest, 1_000)).toEqual([])
  })

  test('have the names of lines beside the last value, not at the end of the period', () => {
    const table = monthWithout([29, 30])
    const { marks, plotArea } = draw(table, 'line')
    const labels = marks.texts.filter(({ series }) => series !== null)
    const days = labels.map(({ x }) => Math.round(((x - 12) / plotArea.width) * 31 - 0.5))
    expect(days).toEqual([28, 28])
  })

  test('are counted in the sentence under the chart, and never the lowest or the highest value', () => {
    const below = monthWithout([8, 9], 1)
    const rows = below.rows.map((row) => (row.hasRecord ? { ...row, values: [-5] } : row))
    expect(summarizeChart({ ...below, rows }, below.series, 'bar')).toBe(
      '1 series, 3/1/2024 to 3/31/2024; the highest value is -5.00 (Airtel, 3/1/2024). 2 days without a record: 9 and 10 March 2024.',
    )
    expect(summarizeChart(monthWithout([8]), below.series, 'pie')).toContain(
      ' 1 day without a record: 9 March 2024.',
    )
  })

  test('have no values in the tooltip', () => {
    const table = monthWithout([8])
    const tooltip = getTooltipData(table, table.series, 8)
    expect([tooltip?.hasRecord, tooltip?.total]).toEqual([false, null])
    expect(tooltip?.values.map(({ value }) => value)).toEqual([null, null])
  })
})
