import { describe, expect, test } from 'vitest'
import { blankUnrecorded, findGaps } from '../../src/chart/undrawn.ts'
import { buildChartRows, getTooltipData, listChartRemarks, summarizeChart } from '../../src/chart/model.ts'
import { chartTypeNames } from '../../src/report/model/report-plan.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { drawChart, listRuns } from '../support/drawn-chart.ts'
import { sampleTable } from '../support/sample-table.ts'

/** A month in which some days, counted from 0, have no record: their values are 0. */
function monthWithout(days: readonly number[], names = 2): ReportTable {
  const table = sampleTable({ rows: 'month', names })
  const rows = table.rows.map((row, index) =>
    days.includes(index) ? { ...row, hasRecord: false, values: row.values.map(() => 0) } : row,
  )
  return { ...table, rows }
}

const draw = (table: ReportTable, type: (typeof chartTypeNames)[number], width?: number) =>
  drawChart(table, table.series, type, width)

describe('rows without a record', () => {
  test('keep the values of the table, which the data behind the chart shows', async () => {
    const table = monthWithout([8, 9])
    const before = structuredClone(table)
    for (const type of chartTypeNames) await draw(table, type)
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
  ])('are gaps of a line: %s', async (_, days, parts) => {
    const { list } = await draw(monthWithout(days, 1), 'line')
    expect(listRuns(list('line'))).toHaveLength(parts)
    expect(list('symbol')).toHaveLength(31 - days.length)
  })

  test('a value between two of them is a point, also where points have no markers', async () => {
    const { list } = await draw(monthWithout([8, 10], 1), 'line', 320)
    expect(list('symbol').map(({ datum }) => datum['row'])).toEqual([9])
  })

  test('have neither bars nor areas', async () => {
    const table = monthWithout([8, 9])
    for (const type of ['bar', 'stackedBar'] as const) {
      const bars = (await draw(table, type))
        .list('rect')
        .filter(({ datum, height }) => 'series' in datum && height !== 0)
      expect(bars).toHaveLength(2 * 29)
      expect(bars.filter(({ datum }) => datum['row'] === 8 || datum['row'] === 9)).toEqual([])
    }
    expect(listRuns((await draw(table, 'area')).list('area'))).toHaveLength(4)
  })

  test.each(chartTypeNames.filter((type) => type !== 'pie'))('have a band behind them: %s', async (type) => {
    const { list, model } = await draw(monthWithout([8, 9, 20]), type)
    const { width: plotWidth, height: plotHeight } = model.plotArea
    const bands = list('rect').filter(({ datum }) => 'first' in datum)
    expect(
      bands.map(({ x, width = 0 }) =>
        [x, x + width].map((at) => Math.round((at / plotWidth) * 31_000) / 1_000),
      ),
    ).toEqual([
      [8, 10],
      [20, 21],
    ])
    expect(bands.map(({ y, height }) => [y, height, bands[0]?.opacity])).toEqual([
      [0, plotHeight, 0.1],
      [0, plotHeight, 0.1],
    ])
  })

  test('a row of remaining rows is not one of them', () => {
    const table = monthWithout([30])
    const rows = table.rows.map((row, index) => (index === 30 ? { ...row, isRest: true } : row))
    const rest = { ...table, rows }
    expect(blankUnrecorded(rest)).toBe(rest)
    expect(findGaps(rest)).toEqual([])
  })

  test('have the names of lines beside the last value, not at the end of the period', async () => {
    const { model } = await draw(monthWithout([29, 30]), 'line')
    const { data, plotArea } = model
    const days = data.texts.map(({ x }) => Math.round(((x - 12) / plotArea.width) * 31 - 0.5))
    expect(days).toEqual([28, 28])
  })

  test('are counted under the chart, and never the lowest or the highest value', () => {
    const below = monthWithout([8, 9], 1)
    const rows = below.rows.map((row) => (row.hasRecord ? { ...row, values: [-5] } : row))
    expect(summarizeChart({ ...below, rows }, below.series, 'bar')).toBe(
      '1 series, 3/1/2024 to 3/31/2024; the highest value is -5.00 (Airtel, 3/1/2024).',
    )
    expect(listChartRemarks(below, { type: 'bar', series: below.series })).toEqual([
      '2 days without a record: 9 and 10 March 2024.',
    ])
    expect(listChartRemarks(monthWithout([8]), { type: 'pie', series: below.series })).toEqual([
      'Shares are of the slices shown.',
      '1 day without a record: 9 March 2024.',
    ])
  })

  test('have no values in the tooltip', () => {
    const table = monthWithout([8])
    const tooltip = getTooltipData(table, table.series, 8)
    expect([tooltip?.hasRecord, tooltip?.total]).toEqual([false, null])
    expect(tooltip?.values.map(({ value }) => value)).toEqual([null, null])
  })
})
