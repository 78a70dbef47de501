import { expect, test } from 'vitest'
import { buildExportModel } from '../../../src/chart/export-model.ts'
import {
  buildChartModel,
  buildChartRows,
  listChartRemarks,
  summarizeChart,
} from '../../../src/chart/model.ts'
import { updateView } from '../../../src/chart/view/update-view.ts'
import { compileNumberFormat } from '../../../src/definition/columns/compile-columns.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { type Item, drawChart, listItems } from '../../support/drawn-chart.ts'
import { sampleTable } from '../../support/sample-table.ts'

const table = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN', 'GLO'],
  values: [[100, 250, 0], [null, 40, -50], ...Array.from({ length: 10 }, () => [10, 20, null])],
})
const draw = (drawn: ReportTable, series = drawn.series) => drawChart(drawn, series, 'heatMap')
const listCells = (items: readonly Item[]) => items.filter(({ datum }) => 'series' in datum)
const listTexts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

test('a heat map has a cell for each value, also for 0, and none for a blank', async () => {
  const { list, model } = await draw(table)
  const cells = listCells(list('rect'))
  expect(cells).toHaveLength(36 - 1 - 10)
  const { width, height } = model.plotArea
  const find = (row: number, series: string) =>
    cells.find(({ datum }) => datum['row'] === row && datum['series'] === series)
  expect(find(1, 'c0')).toBeUndefined()
  expect(find(0, 'c2')).toMatchObject({ x: 0, width: width / 12, height: height / 3 })
  expect([find(1, 'c1')?.x, find(1, 'c1')?.y]).toEqual([
    expect.closeTo(width / 12, 8),
    expect.closeTo(height / 3, 8),
  ])
})

test('its colours go from the least to the largest value, away from the background in both themes', async () => {
  const { list, view, model } = await draw(table)
  const colourOf = (value: number) =>
    listCells(listItems(view, 'rect')).find(({ datum }) => datum['value'] === value)?.fill
  expect(model.params.firstAxis.domain).toEqual([-50, 250])
  const light = [colourOf(-50), colourOf(250)]
  expect(light).toEqual(['rgb(207, 225, 242)', 'rgb(10, 74, 144)'])
  updateView(view, model, 'dark')
  await view.runAsync()
  expect([colourOf(-50), colourOf(250)]).toEqual(light.toReversed())
  expect(listCells(list('rect'))).toHaveLength(25)
})

test('the legend writes both ends in K, M and the unit; equal values are compared with 0', async () => {
  const minutes = compileNumberFormat({ decimals: 0, style: 'plain', sign: 'auto', unit: 'min' })
  const withValues = (...values: number[]) => {
    const sample = sampleTable({ rows: 'months', names: ['A'], values: values.map((value) => [value]) })
    const rows = sample.rows.slice(0, values.length)
    return { ...sample, rows, series: sample.series.map((item) => ({ ...item, format: minutes })) }
  }
  const listEnds = async (...values: number[]) =>
    listTexts(await (await draw(withValues(...values))).view.toSVG()).filter((text) => text?.endsWith('min'))
  expect(await listEnds(52_000, 1_480_000)).toEqual(['0\u00a0min', '1.5M\u00a0min'])
  expect(await listEnds(-3_000, 12_000)).toEqual(['-5K\u00a0min', '15K\u00a0min'])
  expect(await listEnds(500, 500)).toEqual(['0\u00a0min', '500\u00a0min'])
  expect(await listEnds(500, 500.000_000_1)).toEqual(['0\u00a0min', '600\u00a0min'])
})

test('a series that is turned off loses its row, in the same view', async () => {
  const { view } = await draw(table)
  const series = table.series.filter(({ name }) => name !== 'MTN')
  const model = buildChartModel(table, series, 'heatMap', 1_000)
  if (model === null) throw new Error('nothing to draw')
  updateView(view, model, 'light')
  await view.runAsync()
  const cells = listCells(listItems(view, 'rect'))
  expect(new Set(cells.map(({ datum }) => datum['seriesLabel']))).toEqual(new Set(['Airtel', 'GLO']))
  expect(cells[0]?.height).toBe(model.plotArea.height / 2)
  const texts = listTexts(await view.toSVG())
  expect(texts).toEqual(expect.arrayContaining(['Airtel', 'GLO', 'Jan', 'Dec']))
  expect(texts).not.toContain('MTN')
})

test('one scale has one unit: series of others are named, and are in no data', () => {
  const euros = compileNumberFormat({ decimals: 2, style: 'plain', sign: 'auto', unit: 'EUR' })
  const series = table.series.map((item) => (item.name === 'MTN' ? { ...item, format: euros } : item))
  expect(listChartRemarks(table, { type: 'heatMap', series })).toEqual(['Not drawn: MTN (another unit).'])
  expect(buildChartRows(table, series, 'heatMap').columns.map(({ label }) => label)).toEqual([
    'Airtel',
    'GLO',
  ])
  expect(summarizeChart(table, series, 'heatMap')).toBe(
    '2 series, Jan to Dec; the highest value is 100.00 (Airtel, Jan).',
  )
})

test('series that cannot be added up are drawn, and nothing is said of lines across', () => {
  const lines = [{ value: 90, label: 'Limit', axis: 'first' }] as const
  const rates = { ...table, chart: { lines }, series: table.series.map((one) => ({ ...one, sum: null })) }
  expect(listChartRemarks(rates, { type: 'heatMap', series: rates.series })).toEqual([])
  expect(summarizeChart(rates, rates.series, 'heatMap')).toBe(
    '3 series, Jan to Dec; the highest value is 250.00 (MTN, Jan).',
  )
})

test('a holiday is named below, and no shade is taken for a value', async () => {
  const march = sampleTable({ rows: 'month', names: 2 })
  const [day] = march.rows
  const calendar = {
    title: 'Office',
    until: '2025-12-31',
    weekend: [0, 6],
    holidays: { [day?.key ?? '']: 'Fair' },
  }
  const { list } = await draw({ ...march, calendar })
  expect(list('rect').filter(({ datum }) => 'first' in datum)).toEqual([])
  expect(listChartRemarks({ ...march, calendar }, { type: 'heatMap', series: march.series })).toEqual([
    `Holidays: Fair (${day?.label}).`,
  ])
})

test('small cells have no seams, and names that would touch are left out', async () => {
  const wide = sampleTable({ rows: 'year', names: 60 })
  const { list, view } = await draw(wide)
  expect(list('rect').find(({ datum }) => 'value' in datum)?.strokeWidth).toBe(0)
  const svg = await view.toSVG()
  const shown = [...svg.matchAll(/<text(?![^>]* opacity="0")[^>]*>([^<]+)</g)].map(([, text]) => text)
  const names = wide.series.map(({ name }) => name)
  expect(names.filter((name) => shown.includes(name))).toEqual(names.filter((_, index) => index % 2 === 0))
})

test('its image has no legend of series, which the axis names, and ends below the last line', () => {
  const image = buildExportModel(table, table.series, 'heatMap', 'A title', 1_200)
  expect(image?.data.symbols).toEqual([])
  expect(image?.data.texts.map(({ text }) => text)).toEqual(['A title'])
  const { top = 0, height = 0, bottom = 0 } = image?.plotArea ?? {}
  expect(top + height + bottom).toBe(400 + 2 * 20 + 80 + 20)
})
