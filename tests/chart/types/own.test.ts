import { afterEach, expect, test, vi } from 'vitest'
import { buildExportModel } from '../../../src/chart/export-model.ts'
import {
  buildChartModel,
  isEmptyChart,
  listChartRemarks,
  specifyChart,
  summarizeChart,
} from '../../../src/chart/model.ts'
import { createView, drawChart } from '../../../src/chart/view/chart-image.ts'
import { updateView } from '../../../src/chart/view/update-view.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

const x = { field: 'week', type: 'ordinal' }
const y = { field: 'value', type: 'quantitative' }
const days = Array.from({ length: 28 }, (_, index) => ({
  day: `2025-03-${String(index + 1).padStart(2, '0')}`,
  a: 10 + index,
  b: 100 - index,
}))

/** The table of a report with a chart type `own`. */
const tabulateOwn = (vegaLite: object) =>
  tabulate(compileOne({ chart: { types: ['line', { id: 'own', label: 'Own', vegaLite }] } }), days)

/** Draws the chart of a specification as a page does, for the series with these ids. */
const draw = (vegaLite: object, ids?: readonly string[], width?: number) =>
  drawTable(tabulateOwn(vegaLite), ids, width)

async function drawTable(table: ReportTable, ids: readonly string[] = ['c0', 'c1'], width = 600) {
  const series = table.series.filter(({ id }) => ids.includes(id))
  const model = buildChartModel(table, series, 'own', width)
  if (model === null) throw new Error('nothing to draw')
  const spec = specifyChart(table, 'own')
  const view = createView(spec)
  updateView(view, model, 'dark')
  await view.runAsync()
  return { view, svg: await view.toSVG(), series, table }
}

const points = { mark: 'point', encoding: { x, y, color: { field: 'series' } } }
const countOf = (text: string, part: string): number => text.split(part).length - 1

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a specification draws the visible series in the colors of the report', async () => {
  const { svg, series } = await draw(points)
  const [first, second] = series.map(({ color }) => countOf(svg, `stroke="${color}"`))
  expect([first, second]).toEqual([28, 28])
  const alone = await draw(points, ['c1'])
  expect(series.map(({ color }) => countOf(alone.svg, `stroke="${color}"`))).toEqual([0, 28])
})

test('colors by the name of a series and by a fixed series are those of the report, too', async () => {
  const named = await draw({ mark: 'point', encoding: { x, y, fill: { field: 'seriesLabel' } } })
  expect(countOf(named.svg, `fill="${named.series[1]?.color}"`)).toBe(28)
  const fixed = await draw({ mark: 'point', encoding: { x, y, color: { datum: 'c1' } } })
  expect(countOf(fixed.svg, `stroke="${fixed.series[1]?.color}"`)).toBe(56)
})

test('the colors of the author win', async () => {
  const scale = { range: ['#010203', '#040506'] }
  const { svg } = await draw({ mark: 'point', encoding: { x, y, color: { field: 'series', scale } } })
  expect(countOf(svg, 'stroke="#010203"')).toBe(28)
})

test('labels have the color of the theme', async () => {
  const { svg } = await draw(points)
  expect(svg).toContain('fill="#9aa4ac"')
})

test('a page has no legend, because the toggles of the series are one; an image names the series and its title', async () => {
  expect((await draw(points)).svg).not.toContain('>A<')
  const { table, series } = await draw(points)
  const svg = await drawChart({ table, series, type: 'own', title: 'Own - March' }, (view) => view.toSVG())
  expect(svg).toContain('>A<')
  expect(svg).toContain('>B<')
  expect(svg).toContain('>Own - March<')
})

test.each([
  ['a box plot', { mark: 'boxplot', encoding: { x, y, color: { field: 'series' } } }],
  [
    'panels by a channel',
    { ...points, encoding: { ...points.encoding, facet: { field: 'seriesLabel', columns: 2 } } },
  ],
  ['panels of an operator', { facet: { field: 'seriesLabel' }, columns: 2, spec: points }],
  ['panels in a row', { ...points, encoding: { ...points.encoding, column: { field: 'seriesLabel' } } }],
])('%s fits into the box of a page and of a phone', async (_, spec) => {
  for (const width of [960, 340]) {
    const { svg } = await draw(spec, ['c0', 'c1'], width)
    const [, drawn = '', height = ''] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
    expect(Number(drawn)).toBeGreaterThan(width * 0.85)
    expect(Number(drawn)).toBeLessThanOrEqual(width)
    expect(Number(height)).toBeLessThanOrEqual(400)
  }
})

test('a specification can draw the notes, the lines across and the earlier period', async () => {
  const named = (name: string, mark: object, encoding: object) => ({ data: { name }, mark, encoding })
  const text = { field: 'number' }
  const own = tabulateOwn({
    layer: [
      named('earlier', { type: 'point', stroke: '#010203' }, { x, y }),
      named('lines', { type: 'tick', color: '#040506' }, { x, y }),
      named('notes', { type: 'text' }, { x, text }),
    ],
  })
  const rows = own.rows.map((row, index) =>
    index === 3 ? { ...row, notes: [{ number: 7, text: 'Cut' }] } : row,
  )
  const lines = [{ value: 50, label: 'Limit', axis: 'first' }]
  const earlier = { name: 'February', rows: [...own.rows.slice(0, 27), null] }
  const table = {
    ...own,
    rows,
    chart: { ...own.chart, lines },
    comparison: earlier,
  } as unknown as ReportTable
  const { svg } = await drawTable(table)
  expect([countOf(svg, '#010203'), countOf(svg, '#040506'), countOf(svg, '>7<')]).toEqual([54, 31, 1])
  const say = (type: string) => listChartRemarks(table, { type, series: table.series })
  expect(say('own')).not.toContain('February is not drawn.')
  expect(say('heatMap')).toContain('February is not drawn.')
})

test('an image is as large as what Vega has laid out', async () => {
  const table = tabulateOwn({ facet: { field: 'seriesLabel' }, columns: 1, spec: points })
  const drawn = { table, series: table.series, type: 'own', title: 'Own' }
  const [svg, size] = await drawChart(drawn, async (view, shape) => [await view.toSVG(), shape] as const)
  const [, width = '', height = ''] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  expect([Number(width), Number(height)]).toEqual([size.width, size.height])
})

test('a chart loads no address, even if a specification was not checked', async () => {
  const view = createView({
    ...points,
    data: { url: 'data:application/json,[{"week":1,"value":2}]', format: { type: 'json' } },
  })
  view.logLevel(0)
  await view.runAsync()
  expect(view.data('source_0')).toEqual([])
})

test('a chart without values is empty, and one with values has a summary', () => {
  const table = tabulateOwn(points)
  expect(isEmptyChart(table, [], 'own')).toBe(true)
  expect(buildExportModel(table, [], 'own', 'Own', 900)).toBeNull()
  expect(summarizeChart(table, table.series, 'own')).toMatch(
    /^2 series, .*; the highest value is 100\.00 \(B, /,
  )
})

test('names on axes and panels have the order of the table, weekdays begin with Monday, and the author may sort', async () => {
  const listLabels = async (channel: object, mark = 'bar') => {
    const { svg } = await draw({ mark, encoding: { y: channel, x: y } })
    return [...svg.matchAll(/>([^<]+)<\/text>/g)].flatMap(([, text = '']) => (/[A-Z]/.test(text) ? text : []))
  }
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  expect(await listLabels({ field: 'weekday', type: 'ordinal' })).toEqual(weekdays)
  expect(await listLabels({ field: 'weekday', sort: 'descending' })).toEqual([
    'Wednesday',
    'Tuesday',
    'Thursday',
    'Sunday',
    'Saturday',
    'Monday',
    'Friday',
  ])
  const carriers = { key: { kind: 'text', field: 'carrier', label: 'Carrier' } }
  const byCarrier = { mark: 'bar', encoding: { y: { field: 'keyLabel' }, x: y } }
  const own = { types: ['line', { id: 'own', label: 'Own', vegaLite: byCarrier }] }
  const names = ['Yas', 'Airtel', 'Mobik'].map((carrier) => ({ carrier, a: 1, b: 2 }))
  const { svg } = await drawTable(tabulate(compileOne({ rows: carriers, chart: own }), names))
  expect([...svg.matchAll(/Yas|Airtel|Mobik/g)].map(([name]) => name)).toEqual(['Yas', 'Airtel', 'Mobik'])
})

test.each([
  ['UTC', 0],
  ['America/New_York', 240],
  ['Pacific/Auckland', -780],
])('a day is the day of a month and on its tick in %s too', async (zone, offset) => {
  vi.stubEnv('TZ', zone)
  expect(new Date('2025-03-28T00:00').getTimezoneOffset()).toBe(offset)
  const date = { field: 'date', type: 'temporal' }
  const sums = { x: { ...date, timeUnit: 'yearmonth' }, y: { ...y, aggregate: 'sum' } }
  for (const data of [{}, { data: { name: 'table' } }]) {
    const { view } = await draw({ ...data, mark: 'bar', encoding: sums }, ['c0'])
    const [month, ...others] = view.data('data_0') as { readonly sum_value: number }[]
    expect([month?.sum_value, others]).toEqual([28 * 10 + (27 * 28) / 2, []])
  }
  const { svg } = await draw({ mark: 'point', encoding: { x: date, y } }, ['c0'])
  expect(svg.includes('>Mar 1<')).toBe(true)
  // Texts of days stay texts.
  const named = await draw({ mark: 'point', encoding: { x: { field: 'date', type: 'ordinal' }, y } }, ['c0'])
  expect(named.svg.includes('>2025-03-01<')).toBe(true)
})
