import { describe, expect, test } from 'vitest'
import { buildChartModel, buildChartRows, getTooltipData, summarizeChart } from '../../src/chart/model.ts'
import type { ChartType } from '../../src/report/plan.ts'
import { sampleTable } from '../support/sample-table.ts'

const known = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN', 'GLO'],
  values: [
    [10, 20, 30],
    [11, 21, 31],
  ],
})

describe('marks', () => {
  test('have one value of one series each and keep the series name as a value, never as a key (S46)', () => {
    const [airtel, mtn] = known.series
    const bars = buildChartModel(known, known.series.slice(0, 2), 'bar', 1_000)?.marks.bars ?? []
    expect(bars).toEqual([
      { rowIndex: 0, slot: 0, low: 0, high: 10, opacity: 1, series: airtel },
      { rowIndex: 1, slot: 0, low: 0, high: 11, opacity: 1, series: airtel },
      { rowIndex: 0, slot: 1, low: 0, high: 20, opacity: 1, series: mtn },
      { rowIndex: 1, slot: 1, low: 0, high: 21, opacity: 1, series: mtn },
    ])
  })

  test('are built once per table, so that the view keeps its data', () => {
    const build = (from: number) =>
      buildChartModel(known, known.series.slice(from), 'bar', 1_000)?.marks.bars ?? []
    const all = build(0)
    for (const bar of build(1)) expect(all).toContain(bar)
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
      buildChartModel(month, month.series.slice(0, count), 'line', width)?.marks.symbols.length
    expect(markers(5, 1_200)).toBe(155)
    expect(markers(7, 1_200)).toBe(0)
    expect(markers(5, 340)).toBe(0)
  })

  test('has labels at the line ends for at most six series if they fit', () => {
    const labels = (count: number, width: number) =>
      buildChartModel(month, month.series.slice(0, count), 'line', width)?.marks.texts.length
    expect(labels(6, 1_200)).toBe(6)
    expect(labels(7, 1_200)).toBe(0)
    expect(labels(5, 390)).toBe(0)
  })

  test('separates the labels of equal values', () => {
    const equal = sampleTable({
      rows: 'months',
      names: 5,
      values: Array.from({ length: 12 }, () => [500, 500, 500, 500, 500]),
    })
    const model = buildChartModel(equal, equal.series, 'line', 1_000)
    const pixels = model?.marks.texts.map(({ y }) => y) ?? []
    const gaps = pixels.slice(1).map((pixel, index) => pixel - (pixels[index] ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThan(16)
  })

  test('draws very many points as one mark per series, within the plot', () => {
    const year = sampleTable({ rows: 'year', names: 200 })
    const model = buildChartModel(year, year.series, 'line', 1_200)
    const lines = model?.marks.shapes ?? []
    expect(model?.marks.symbols).toEqual([])
    expect(lines).toHaveLength(200)
    const { width = 0, height = 0 } = model?.plotArea ?? {}
    for (const { shape } of lines) {
      const path = shape.context(null)() ?? ''
      expect(path).not.toContain('NaN')
      const numbers = path
        .slice(1)
        .split('L')
        .map((pair) => pair.split(',').map(Number))
      expect(numbers).toHaveLength(366)
      const isInside = ([x = -1, y = -1]: readonly number[]) => x >= 0 && x <= width && y >= 0 && y <= height
      expect(numbers.every(isInside)).toBe(true)
    }
  })
})

test('keeps the lines of very many points as long as the axes are the same', () => {
  const year = sampleTable({ rows: 'year', names: 30 })
  const lines = (width: number, count: number) =>
    buildChartModel(year, year.series.slice(0, count), 'line', width)?.marks.shapes ?? []
  const all = lines(1_200, 30)
  expect(lines(1_200, 30).every((line, index) => line === all[index])).toBe(true)
  expect(lines(900, 30).some((line) => all.includes(line))).toBe(false)
})

test('a chart is 400 px high (spec 9.8)', () => {
  for (const type of ['line', 'bar', 'pie'] as const) {
    const plotArea = buildChartModel(known, known.series, type, 900)?.plotArea
    expect((plotArea?.top ?? 0) + (plotArea?.height ?? 0) + (plotArea?.bottom ?? 0)).toBe(400)
  }
})

test('the model is null without series, without rows and for a pie without values (spec 2.21)', () => {
  const zero = sampleTable({ rows: 'months', names: ['A', 'B'], values: [] })
  expect(buildChartModel(known, [], 'line', 900)).toBeNull()
  expect(buildChartModel(known, [], 'pie', 900)).toBeNull()
  expect(buildChartModel(zero, zero.series, 'pie', 900)).toBeNull()
  expect(buildChartModel({ ...zero, rows: [] }, zero.series, 'bar', 900)).toBeNull()
  expect(buildChartModel(zero, zero.series, 'line', 900)).not.toBeNull()
})

const twoSeries = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN'],
  values: [
    [1_000, 20],
    [11, 2_500.5],
  ],
})

describe('a blank', () => {
  const values = [
    [5, null],
    [null, -2],
    [6, null],
    [7, null],
    ...Array.from({ length: 27 }, () => [null, null]),
  ]
  const gaps = sampleTable({ rows: 'months', names: ['Airtel', 'MTN'], values })
  const month = sampleTable({ rows: 'month', names: ['Airtel', 'MTN'], values })
  const draw = (type: 'line' | 'bar', table = gaps, width = 1_000) => {
    const model = buildChartModel(table, table.series, type, width)
    if (model === null) throw new Error('nothing to draw')
    return model.marks
  }

  test('is a gap in a line, whose points stay visible', () => {
    const paths = draw('line').shapes.map(({ shape }) => shape.context(null)())
    expect(paths.map((path) => path?.match(/M/g)?.length)).toEqual([2, 1])
    expect(draw('line').symbols.map(({ series }) => series.id)).toEqual(['c0', 'c0', 'c0', 'c1'])
    expect(draw('line', month, 300).symbols.map(({ series }) => series.id)).toEqual(['c0', 'c1'])
  })

  test('is no bar', () => {
    expect(draw('bar').bars.map(({ slot, low, high }) => [slot, low, high])).toEqual([
      [0, 0, 5],
      [0, 0, 6],
      [0, 0, 7],
      [1, -2, 0],
    ])
  })

  test('has the label of its line at the height of the last value', () => {
    const { texts, symbols } = draw('line')
    // The lower one is at the bottom of the plot, where no text is.
    const lasts = ['Airtel', 'MTN'].map((name) => symbols.findLast(({ series }) => series.name === name)?.y)
    expect(texts.map(({ text, y }) => [text, y])).toEqual([
      ['Airtel', lasts[0]],
      ['MTN', (lasts[1] ?? 0) - 4],
    ])
  })

  test('a label that is moved is led to by a line, since a marker there would be a value (spec 4.19)', () => {
    const close = sampleTable({ rows: 'months', names: 2, values: Array.from({ length: 12 }, () => [5, 5]) })
    const { rules, texts } = draw('line', close)
    expect(new Set(rules.map(({ y }) => y)).size).toBe(1)
    expect(rules.map(({ y2 }) => y2)).toEqual(texts.map(({ y }) => y))
    expect(new Set(texts.map(({ y }) => y)).size).toBe(2)
  })

  test('ends a line of very many points, too', () => {
    const year = sampleTable({ rows: 'year', names: 200 })
    const rows = year.rows.map((row, index) => ({
      ...row,
      values: row.values.map((value, column) => (column === 0 && (index === 1 || index > 3) ? null : value)),
    }))
    const [first] = buildChartModel({ ...year, rows }, year.series, 'line', 800)?.marks.shapes ?? []
    expect(first?.shape.context(null)()).toMatch(/^M[\d.,]+L[\d.,]+M[\d.,]+L[\d.,]+$/)
  })

  test('is never the highest value, and a chart of blanks alone is empty', () => {
    expect(summarizeChart(gaps, gaps.series.slice(1), 'bar')).toBe(
      '1 series, Jan to Dec; the highest value is -2.00 (MTN, Feb).',
    )
    const rows = gaps.rows.slice(4)
    expect(summarizeChart({ ...gaps, rows }, gaps.series, 'line')).toBe(
      'No data available for the selected series.',
    )
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
  expect(summarizeChart(twoSeries, [], 'bar')).toBe('No data available for the selected series.')
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
    ['Airtel', [1_011, 29]],
    ['MTN', [2_520.5, 71]],
  ])
})
