import { describe, expect, test } from 'vitest'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { listChartRemarks } from '../../src/chart/model.ts'
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

  test('is explained under the chart and its image', () => {
    const table = withBand()
    const [, lower, upper] = table.columns.map(({ label }) => label)
    const sentence = `The band is ${lower} to ${upper}.`
    expect(listChartRemarks(table, { type: 'line', series: table.series })).toEqual([sentence])
    expect(listChartRemarks(table, { type: 'bar', series: table.series })).toEqual([])
    const texts = buildExportModel(table, table.series, 'line', 'Title', 900)?.data.texts.map(
      ({ text }) => text,
    )
    expect(texts).toContain(sentence)
  })
})

describe('the forecast of a band', () => {
  /** The band up to a day; after it only the forecast has one, but for some days. */
  function withForecast(recorded: number, blank: readonly number[] = []): ReportTable {
    const table = withBand()
    const basis = {
      ...table.columns[0],
      id: 'c9',
      from: 'basis',
      label: 'Weeks',
    } as ReportTable['columns'][number]
    const toBlank = (row: ReportTable['rows'][number]) => ({ ...row, values: [null, null, null, null] })
    return {
      ...table,
      columns: [...table.columns, basis],
      rows: table.rows.map((row, index) => (index < recorded ? row : { ...toBlank(row), hasRecord: false })),
      forecast: table.rows.map((row, index) =>
        index < recorded || blank.includes(index)
          ? { ...toBlank(row), hasRecord: false }
          : { ...row, values: [null, 60, 900, index < 25 ? 8 : 7] },
      ),
      chart: { ...table.chart, band: table.chart?.band ?? null, forecast: 'basis' },
    }
  }
  const label = (index: number) => march.rows[index]?.label ?? ''

  test('is dashed from the last record to the end, within the axis, and no line is drawn there', async () => {
    const table = withForecast(14)
    const { model, view } = await drawChart(table, table.series, 'line', 900)
    const dashed = listItems(view, 'line').filter((item) => Reflect.get(item, 'strokeDash')?.join() === '5,4')
    expect(dashed.filter(({ defined }) => defined !== false)).toHaveLength(2 * 18)
    expect(model.params.firstAxis.domain[1]).toBeGreaterThanOrEqual(900)
    expect(model.data['table']?.filter((one) => Reflect.get(one, 'value') !== null)).toHaveLength(14)
    const bars = await drawChart(table, table.series, 'bar', 900)
    expect(bars.model.data['forecast']).toEqual([])
  })

  test('leaves out days that are blank', async () => {
    const table = withForecast(14, [20, 21])
    const { model } = await drawChart(table, table.series, 'line', 900)
    const rows = (model.data['forecast'] ?? []).filter((part) => Reflect.get(part, 'low') !== null)
    expect(rows.map((part) => Reflect.get(part, 'row'))).toEqual([
      13, 14, 15, 16, 17, 18, 19, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    ])
  })

  test('is said under the chart and under its image', () => {
    const table = withForecast(14)
    const [, lower, upper] = table.columns.map((column) => column.label)
    const sentence = `Dashed is the forecast of ${lower} to ${upper} for ${label(14)} to ${label(30)}, by 7 to 8 periods before.`
    expect(listChartRemarks(table, { type: 'line', series: table.series })).toContain(sentence)
    expect(listChartRemarks(table, { type: 'bar', series: table.series }).join()).not.toContain('forecast')
    const draw = (type: string) =>
      buildExportModel(table, table.series, type, 'Title', 900)
        ?.data.texts.map(({ text }) => text)
        .join(' ')
    expect(draw('line')).toContain(sentence)
    expect(draw('bar')).not.toContain('forecast')
  })

  test('that no day has is said, and nothing is dashed', async () => {
    const days = Array.from({ length: 31 }, (_, index) => index)
    const table = withForecast(14, days)
    expect(listChartRemarks(table, { type: 'line', series: table.series }).join()).toContain(
      'it needs six periods before.',
    )
    const { model } = await drawChart(table, table.series, 'line', 900)
    expect(model.data['forecast']).toEqual([])
  })
})
