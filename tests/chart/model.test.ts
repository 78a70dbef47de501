import { describe, expect, test } from 'vitest'
import {
  buildChartModel,
  buildChartRows,
  getTooltipData,
  isEmptyChart,
  orderChartRows,
  summarizeChart,
} from '../../src/chart/model.ts'
import { describeUndrawnRows } from '../../src/chart/undrawn.ts'
import { compileNumberFormat } from '../../src/definition/columns/compile-columns.ts'
import { type ChartType, chartTypeNames } from '../../src/report/model/report-plan.ts'
import type { ReportTable, Series } from '../../src/report/model/report-table.ts'
import { drawChart, listRuns } from '../support/drawn-chart.ts'
import { sampleTable } from '../support/sample-table.ts'

const known = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN', 'GLO'],
  values: [
    [10, 20, 30],
    [11, 21, 31],
  ],
})

describe('records', () => {
  test('have one value of one series each and keep the series name as a value, never as a key', () => {
    const records = buildChartModel(known, known.series.slice(0, 2), 'bar', 1_000)?.data['table'] ?? []
    expect(records).toHaveLength(24)
    expect(records[12]).toMatchObject({ row: 0, series: 'c1', seriesLabel: 'MTN', value: 20 })
  })

  test('are built once per table, so that the view keeps its data', () => {
    const build = (from: number) =>
      buildChartModel(known, known.series.slice(from), 'bar', 1_000)?.data['table'] ?? []
    const all = build(0)
    for (const record of build(1)) expect(all).toContain(record)
  })

  test('do not change the table', () => {
    const before = structuredClone(known)
    for (const type of ['line', 'bar', 'pie'] as const) buildChartModel(known, known.series, type, 800)
    expect(known).toEqual(before)
  })
})

describe('a line chart', () => {
  const month = sampleTable({ rows: 'month', names: 30 })

  test('has markers for few points, and none for many or close points', () => {
    const markers = (count: number, width: number) =>
      buildChartModel(month, month.series.slice(0, count), 'line', width)?.data['points']?.length
    expect(markers(5, 1_200)).toBe(155)
    expect(markers(7, 1_200)).toBe(0)
    expect(markers(5, 340)).toBe(0)
  })

  test('has labels at the line ends for at most six series if they fit', () => {
    const labels = (count: number, width: number) =>
      buildChartModel(month, month.series.slice(0, count), 'line', width)?.data.texts.length
    expect(labels(6, 1_200)).toBe(6)
    expect(labels(7, 1_200)).toBe(0)
    expect(labels(5, 390)).toBe(0)
  })

  test('separates the labels of equal values', () => {
    const values = Array.from({ length: 12 }, () => Array(5).fill(500))
    const equal = sampleTable({ rows: 'months', names: 5, values })
    const model = buildChartModel(equal, equal.series, 'line', 1_000)
    const pixels = model?.data.texts.map(({ y }) => y) ?? []
    const gaps = pixels.slice(1).map((pixel, index) => pixel - (pixels[index] ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThan(16)
  })

  test('draws more than 400 points as one shape per series, with the width and the dashes of its line', async () => {
    const year = sampleTable({ rows: 'year', names: 5 })
    const { model, list } = await drawChart(year, year.series, 'line', 1_200)
    expect([model.data['table'], model.data['points'], list('line')]).toEqual([[], [], []])
    expect(
      list('shape').map(({ stroke, strokeWidth, strokeDash }) => [stroke, strokeWidth, strokeDash]),
    ).toEqual(year.series.map(({ color, dash }) => [color, 2, dash]))
    const month = sampleTable({ rows: 'month', names: 12 })
    const fewer = await drawChart(month, month.series, 'line', 1_200)
    expect([fewer.list('shape'), fewer.list('line').length]).toEqual([[], 31 * 12])
  })

  test('draws very many points as one thin and solid shape per series, within the plot', async () => {
    const year = sampleTable({ rows: 'year', names: 200 })
    const { model, list } = await drawChart(year, year.series, 'line', 1_200)
    expect(model.data['points']).toEqual([])
    const shapes = list('shape')
    expect(shapes.map(({ datum }) => datum['series'])).toEqual(year.series.map(({ id }) => id))
    const { width, height } = model.plotArea
    for (const { datum, stroke, strokeDash, strokeWidth, fill } of shapes) {
      const [points, ...more] = readParts(datum)
      expect([points?.length, more, strokeDash, strokeWidth, fill]).toEqual([367, [], [], 1, null])
      expect(stroke).toBe(year.series.find(({ id }) => id === datum['series'])?.color)
      expect(points?.every(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height)).toBe(true)
    }
  })

  test('keeps the shapes of very many points as long as the axes are the same', () => {
    const year = sampleTable({ rows: 'year', names: 30 })
    const shapes = (width: number, count: number) =>
      buildChartModel(year, year.series.slice(0, count), 'line', width)?.data['many'] ?? []
    const all = shapes(1_200, 30)
    expect(shapes(1_200, 30).every((shape, index) => shape === all[index])).toBe(true)
    expect(shapes(900, 30).some((shape) => all.includes(shape))).toBe(false)
  })
})

/** The parts of a line that is one shape, as its points. */
const readParts = (datum: object): readonly (readonly (readonly [number, number])[])[] =>
  (datum as { readonly geometry: { readonly coordinates: never } }).geometry.coordinates

test.each(chartTypeNames)(
  'a chart of the type %s is 400 px high, and gives another height to its plot (spec 9.8)',
  (type) => {
    const [normal, low] = [undefined, 200].map(
      (height) => buildChartModel(known, known.series, type, 900, height)?.plotArea,
    )
    const { top = 0, height = 0, bottom = 0 } = normal ?? {}
    expect([top + height + bottom, low?.height]).toEqual([400, height - 200])
  },
)

test('the model is null without series, without rows and for a pie without values (spec 2.21)', () => {
  const zero = sampleTable({ rows: 'months', names: ['A', 'B'], values: [] })
  expect(buildChartModel(known, [], 'line', 900)).toBeNull()
  expect(buildChartModel(known, [], 'pie', 900)).toBeNull()
  expect(buildChartModel(zero, zero.series, 'pie', 900)).toBeNull()
  expect(buildChartModel({ ...zero, rows: [] }, zero.series, 'bar', 900)).toBeNull()
  expect(buildChartModel(zero, zero.series, 'line', 900)).not.toBeNull()
})

/** A table of months with these values, the first ones of the year. */
const tableOfTwo = (...values: (number | null)[][]) =>
  sampleTable({ rows: 'months', names: ['Airtel', 'MTN'], values })
const twoSeries = tableOfTwo([1_000, 20], [11, 2_500.5])

describe('a blank', () => {
  const values = [
    [5, null],
    [null, -2],
    [6, null],
    [7, null],
    ...Array.from({ length: 27 }, () => [null, null]),
  ]
  const gaps = tableOfTwo(...values)
  const month = sampleTable({ rows: 'month', names: ['Airtel', 'MTN'], values })
  const draw = (type: 'line' | 'bar', table = gaps, width = 1_000) =>
    drawChart(table, table.series, type, width)

  test('is a gap in a line, whose points stay visible', async () => {
    const { list } = await draw('line')
    expect(listRuns(list('line')).map((run) => run.length)).toEqual([1, 2, 1])
    expect(list('symbol').map(({ datum }) => datum['series'])).toEqual(['c0', 'c0', 'c0', 'c1'])
    const narrow = await draw('line', month, 300)
    expect(narrow.list('symbol').map(({ datum }) => datum['series'])).toEqual(['c0', 'c1'])
  })

  test('is no bar', async () => {
    const bars = (await draw('bar')).list('rect').filter(({ height }) => height !== 0)
    expect(bars.map(({ datum }) => [datum['series'], datum['row'], datum['value']])).toEqual([
      ['c0', 0, 5],
      ['c0', 2, 6],
      ['c0', 3, 7],
      ['c1', 1, -2],
    ])
  })

  test('has the label of its line at the height of the last value', async () => {
    const { model, list } = await draw('line')
    const [airtel, mtn] = ['c0', 'c1'].map(
      (id) => list('symbol').findLast(({ datum }) => datum['series'] === id)?.y,
    )
    // The lower one is at the bottom of the plot, where no text is.
    expect(model.data.texts.map(({ text }) => text)).toEqual(['Airtel', 'MTN'])
    expect(model.data.texts[0]?.y).toBeCloseTo(airtel ?? 0, 8)
    expect(model.data.texts[1]?.y).toBeCloseTo((mtn ?? 0) - 4, 8)
  })

  test('a label that is moved is led to by a line, since a marker there would be a value (spec 4.19)', async () => {
    const close = sampleTable({ rows: 'months', names: 2, values: Array.from({ length: 12 }, () => [5, 5]) })
    const { rules, texts } = (await draw('line', close)).model.data
    expect(new Set(rules.map(({ y }) => y)).size).toBe(1)
    expect(rules.map(({ y2 }) => y2)).toEqual(texts.map(({ y }) => y))
    expect(new Set(texts.map(({ y }) => y)).size).toBe(2)
  })

  test('ends a line of very many points, too', async () => {
    const year = sampleTable({ rows: 'year', names: 20 })
    const rows = year.rows.map((row, index) => ({
      ...row,
      values: row.values.map((value, column) => (column === 0 && (index === 1 || index > 3) ? null : value)),
    }))
    const { list } = await drawChart({ ...year, rows }, year.series, 'line', 800)
    // Each part begins 1 px before its first point.
    expect(list('shape').map(({ datum }) => readParts(datum).map((part) => part.length))).toEqual([
      [2, 3],
      ...Array.from({ length: 19 }, () => [367]),
    ])
  })

  test('is never the highest value, and a chart of blanks alone is empty', () => {
    expect(summarizeChart(gaps, gaps.series.slice(1), 'bar')).toBe(
      '1 series, Jan to Dec; the highest value is -2.00 (MTN, Feb).',
    )
    const rows = gaps.rows.slice(4)
    expect(isEmptyChart({ ...gaps, rows }, gaps.series, 'line')).toBe(true)
    expect(buildChartModel({ ...gaps, rows }, gaps.series, 'line', 800)).toBeNull()
  })

  test('is a blank in the data table of the chart', () => {
    expect(buildChartRows(gaps, gaps.series.slice(1), 'line').rows[0]?.values).toEqual([null])
  })
})

test('the summary describes the chart in one sentence', () => {
  expect(summarizeChart(twoSeries, twoSeries.series, 'line')).toBe(
    '2 series, Jan to Dec; the highest value is 2,500.50 (MTN, Feb).',
  )
  expect(summarizeChart(twoSeries, twoSeries.series, 'pie')).toBe(
    '2 series, together 3,531.50; the largest share is MTN with 71%.',
  )
})

test('nothing is added up where the report says so', () => {
  const table = { ...twoSeries, chart: { sum: false } }
  const summarize = (type: ChartType) => summarizeChart(table, table.series, type)
  expect(summarize('pie')).toBe('2 series; the largest share is MTN with 71%.')
  expect(summarize('stackedBar')).toBe(summarize('bar'))
  expect(getTooltipData(table, table.series, 1)?.total).toBeNull()
})

test('the summary leaves out the row of the remaining rows, which is the sum of many', () => {
  const rows = twoSeries.rows.map((row, index) => ({
    ...row,
    label: index === 11 ? 'Others' : row.label,
    isRest: index === 11,
    values: index === 11 ? [9_000, 9_000] : row.values,
  }))
  expect(summarizeChart({ ...twoSeries, rows }, twoSeries.series, 'bar')).toBe(
    '2 series, Jan to Nov; the highest value is 2,500.50 (MTN, Feb).',
  )
})

test('the data table of a chart contains the visible series only', () => {
  const drawn = twoSeries.series.slice(1)
  const lines = buildChartRows(twoSeries, drawn, 'line')
  expect(lines.columns.map(({ label }) => label)).toEqual(['MTN'])
  expect(lines.rows[1]?.values).toEqual([2_500.5])
  expect(lines.total?.values).toEqual([2_520.5])
  const shares = buildChartRows(twoSeries, twoSeries.series, 'pie')
  expect(shares.rows.map(({ label, values }) => [label, values])).toEqual([
    ['Airtel', [1_011, expect.closeTo(28.628, 3)]],
    ['MTN', [2_520.5, expect.closeTo(71.372, 3)]],
  ])
})

test('the tooltip of a row has the drawn series, largest value first, and their total', () => {
  const tooltip = getTooltipData(twoSeries, twoSeries.series, 1)
  expect(tooltip?.label).toBe('Feb')
  expect(tooltip?.values.map(({ series, value }) => [series.name, value])).toEqual([
    ['MTN', 2_500.5],
    ['Airtel', 11],
  ])
  expect(tooltip?.total).toBe(2_511.5)
  expect(getTooltipData(twoSeries, twoSeries.series, 12)).toBeNull()
})

test('the tooltip of a row has blanks last, and a total without them', () => {
  const gap = tableOfTwo([null, -3], [null, null])
  const tooltip = getTooltipData(gap, gap.series, 0)
  expect(tooltip?.values.map(({ value }) => value)).toEqual([-3, null])
  expect(tooltip?.total).toBe(-3)
  expect(getTooltipData(gap, gap.series, 1)?.total).toBeNull()
})

const percent = compileNumberFormat({ decimals: 1, style: 'percent', sign: 'auto', unit: '' })

test.each<[string, Partial<Series>]>([
  ['a rate', { sum: null }],
  ['a value of another unit', { format: percent }],
])('the tooltip of a row has no total if one of its values is %s (spec 9.6)', (_, change) => {
  const series = twoSeries.series.map((one, index) => (index === 0 ? { ...one, ...change } : one))
  expect(getTooltipData(twoSeries, series, 1)?.total).toBeNull()
})

const months = sampleTable({ rows: 'months', names: ['A'] })
const shuffled: ReportTable = {
  ...months,
  rows: [
    ...months.rows.toReversed(),
    { key: '', label: 'Others', values: [1], hasRecord: true, isRest: true },
  ],
}

test('lines and areas connect months in the order of time, the others last; bars keep the order of the table', () => {
  const expected = [...months.rows.map(({ label }) => label), 'Others']
  for (const type of ['line', 'area'] as const) {
    expect(orderChartRows(shuffled, type).rows.map(({ label }) => label)).toEqual(expected)
  }
  for (const type of ['bar', 'stackedBar', 'pie'] as const) {
    expect(orderChartRows(shuffled, type)).toBe(shuffled)
  }
  expect(orderChartRows({ ...shuffled, keyKind: 'text' }, 'line').rows).toBe(shuffled.rows)
  expect(summarizeChart(orderChartRows(shuffled, 'line'), months.series, 'line')).toContain('Jan to Dec;')
})

test('a report says another order for its charts, and leaves the others out; lines of time stay in time', () => {
  const sort = { column: 0, isAscending: false }
  const sorted: ReportTable = { ...shuffled, chart: { sort } }
  const values = orderChartRows(sorted, 'bar').rows.map(({ values: [value] }) => value ?? 0)
  expect(values.at(-1)).toBe(1)
  expect(values.slice(0, -1)).toEqual(values.slice(0, -1).toSorted((a, b) => b - a))
  expect(orderChartRows(sorted, 'line').rows.map(({ label }) => label)[0]).toBe('Jan')
  for (const type of ['bar', 'line', 'pie'] as const) {
    expect(orderChartRows({ ...sorted, chart: { rest: false } }, type)).toMatchObject({ hiddenRows: 1 })
    expect(orderChartRows({ ...sorted, chart: { rest: false } }, type).rows).toHaveLength(12)
  }
  expect(describeUndrawnRows({ ...shuffled, chart: { rest: false } })).toEqual(['Not drawn: Others.'])
  expect(describeUndrawnRows(shuffled)).toEqual([])
  expect(summarizeChart(shuffled, months.series, 'bar')).toContain('Jan to Dec;')
})

test('the same table stays the same, and an earlier period follows its rows', () => {
  expect(orderChartRows(months, 'line')).toBe(months)
  const [first = null, ...rest] = shuffled.rows
  const nothing = { name: '', currentName: '', lines: [], totals: [], earlierTotals: [] }
  const comparison = { ...nothing, rows: [first, ...rest], table: months }
  const { rows, comparison: ordered } = orderChartRows({ ...shuffled, comparison }, 'line')
  expect(ordered?.rows).toEqual(rows)
})
