import { describe, expect, test } from 'vitest'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { summarizeChart } from '../../src/chart/model.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { drawChart, listItems } from '../support/drawn-chart.ts'
import { sampleTable } from '../support/sample-table.ts'

const march = sampleTable({ rows: 'month', names: 3 })
const [, low, high] = march.columns.map(({ from }) => from)

/** A month whose second and third column are a band of 50 around 100, blank in the first days. */
function withBand(blank: readonly number[] = [], second = false): ReportTable {
  if (low === undefined || high === undefined) throw new Error('the table has three columns')
  return {
    ...march,
    rows: march.rows.map((row, index) => ({
      ...row,
      values: [100 + index, ...(blank.includes(index) ? [null, null] : [50, 400])],
    })),
    series: march.series.slice(0, 1).map((series) => ({ ...series, isSecond: second })),
    chart: { ...march.chart, band: [low, high] },
  }
}

describe('the band of a line chart', () => {
  test('is an area from the lower to the upper column, interrupted at blanks, within the axis', async () => {
    const table = withBand([0, 1, 10])
    const { model, view } = await drawChart(table, table.series, 'line', 900)
    const area = listItems(view, 'area')
    expect(area.filter(({ defined }) => defined !== false)).toHaveLength(28)
    const { height } = model.plotArea
    const [, max] = model.params.firstAxis.domain
    expect(max).toBeGreaterThanOrEqual(400)
    const locate = (value: number) => height - (value / max) * height
    const first = area.find(({ defined }) => defined !== false)
    expect([first?.y, first?.y2].map((y) => Math.round(y ?? NaN)).toSorted((a, b) => a - b)).toEqual(
      [locate(400), locate(50)].map(Math.round),
    )
  })

  test('a day between blanks is a bar', async () => {
    const table = withBand([0, 1, 2, 4])
    const { view } = await drawChart(table, table.series, 'line', 900)
    expect(listItems(view, 'rect').filter(({ datum }) => datum['isAlone'] === true)).toHaveLength(1)
  })

  test('is not drawn on the axis of another unit, and not in bars', async () => {
    const table = withBand([], true)
    const { model } = await drawChart(table, table.series, 'line', 900)
    expect(model.data['band']).toEqual([])
    const bars = await drawChart(withBand(), withBand().series, 'bar', 900)
    expect(listItems(bars.view, 'area')).toEqual([])
  })

  test('is named in the sentence and in the legend of an image', () => {
    const table = withBand()
    const [, lower, upper] = table.columns.map(({ label }) => label)
    expect(summarizeChart(table, table.series, 'line')).toContain(`The band is ${lower} to ${upper}.`)
    expect(summarizeChart(table, table.series, 'bar')).not.toContain('The band')
    const texts = buildExportModel(table, table.series, 'line', 'Title', 900)?.data.texts.map(
      ({ text }) => text,
    )
    expect(texts).toContain(`${lower} to ${upper}`)
  })
})
