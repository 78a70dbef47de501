import { describe, expect, test } from 'vitest'
import { layoutAxes } from '../../src/chart/axes.ts'
import { buildChartModel, summarizeChart } from '../../src/chart/model.ts'
import { compileNumberFormat } from '../../src/definition/columns/compile-columns.ts'
import type { ChartType } from '../../src/report/model/report-plan.ts'
import type { ReportTable, Series } from '../../src/report/model/report-table.ts'
import { drawChart } from '../support/drawn-chart.ts'
import { sampleTable } from '../support/sample-table.ts'

const table = sampleTable({
  rows: 'months',
  names: ['Attempts', 'ASR'],
  values: Array.from({ length: 12 }, (_, index) => [100 * (index + 1), 0.5 + index / 100]),
})
const [attempts, ratio] = table.series
if (!attempts || !ratio) throw new Error('no series')
const percent = compileNumberFormat({ decimals: 0, style: 'percent', sign: 'auto', unit: '' })
const asr = { ...ratio, format: percent, sum: null, isSecond: true }
const layout = (series: typeof table.series, width = 1_000) =>
  layoutAxes(table, series, { width, height: 400 })

describe('a second axis (spec 4.19)', () => {
  const second = { ...table, series: [attempts, asr] }

  test('has ticks of its own at the right, and titles that say which series it is of', async () => {
    const { view, model } = await drawChart(second, second.series, 'line')
    expect(model.params.secondAxis.domain).toEqual([0, 0.7])
    const svg = await view.toSVG()
    for (const text of ['0', '1K', '0%', '70%', 'Attempts', 'ASR']) expect(svg).toContain(`>${text}<`)
  })

  test.each(['line', 'bar'] as const)('places its values at the height of its ticks: %s', async (type) => {
    const { model, list } = await drawChart(second, second.series, type)
    const { height } = model.plotArea
    const items = list(type === 'line' ? 'line' : 'rect').filter(({ datum }) => datum['row'] === 11)
    expect(items.map(({ datum }) => datum['series'])).toEqual(['c0', 'c1'])
    expect(items[0]?.y).toBeCloseTo(height * (1 - 1_200 / model.params.firstAxis.domain[1]), 8)
    expect(items[1]?.y).toBeCloseTo(height * (1 - 0.61 / 0.7), 8)
  })

  test('takes the place of the names beside the lines', () => {
    const listTexts = (series: typeof table.series) =>
      buildChartModel(table, series, 'line', 1_000)?.data.texts.map(({ text, y }) => [text, y < 0])
    expect(listTexts([attempts, asr])).toEqual([
      ['Attempts', true],
      ['ASR', true],
    ])
    expect(listTexts([attempts])).toEqual([['Attempts', false]])
  })

  test('is the first one if nothing else is visible', () => {
    const { rightScale, params, texts } = layout([asr])
    expect(rightScale).toBeNull()
    expect(params).toMatchObject({ firstAxis: { domain: [0, 0.7], isPercent: true }, secondSeries: [] })
    expect(texts).toEqual([])
  })

  test('has the unit as its title where the names of its series do not fit', () => {
    const calls = compileNumberFormat({ decimals: 0, style: 'plain', sign: 'auto', unit: 'calls' })
    const many = ['Attempts to mobile networks', 'Attempts to fixed networks'].map((name) => ({
      ...attempts,
      name,
      format: calls,
    }))
    expect(layout([...many, asr], 340).texts.map(({ text }) => text)).toContain('2 series in calls')
  })

  test('has a highest value of its own in the sentence', () => {
    expect(summarizeChart(table, [attempts, asr], 'line')).toBe(
      '2 series, Jan to Dec; the highest value is 1,200.00 (Attempts, Dec) on the left axis, and 61% (ASR, Dec) on the right one.',
    )
    expect(summarizeChart(table, [attempts, { ...asr, isSecond: false }], 'line')).toContain(
      'their units differ',
    )
  })

  test('keeps its series out of a stack', () => {
    const model = buildChartModel(table, [attempts, { ...asr, sum: 1 }], 'stackedBar', 1_000)
    expect(model?.data['table']).toHaveLength(12)
  })
})

describe('a line across the chart', () => {
  const table = sampleTable({ rows: 'months', names: ['A', 'B'] })
  const [a, b] = table.series
  if (a === undefined || b === undefined) throw new Error('the sample has two series')
  const limit = { value: 9_000_000, label: 'Capacity', axis: 'first' } as const
  const second = { value: 12, label: 'Target', axis: 'second' } as const
  const draw = (
    lines: NonNullable<ReportTable['chart']>['lines'],
    series: readonly Series[],
    type: ChartType,
  ) => {
    const model = buildChartModel({ ...table, ...(lines && { chart: { lines } }) }, series, type, 1_000)
    return {
      lines: model?.data['firstLines'] ?? [],
      texts: model?.data.texts.map(({ text }) => text) ?? [],
      yMax: model?.params.firstAxis.domain[1] ?? 0,
    }
  }

  test.each(['line', 'bar', 'stackedBar', 'area'] as const)(
    'is within the axis of %s, with its label',
    (type) => {
      const { lines, texts, yMax } = draw([limit], table.series, type)
      expect(yMax).toBeGreaterThanOrEqual(limit.value)
      expect(lines).toEqual([{ value: limit.value, first: 0, last: 11 }])
      expect(texts).toContain('Capacity')
      expect(draw(undefined, table.series, type).lines).toEqual([])
    },
  )

  test.each([
    [[1, 1, 1, 1, 9, 9, 9, 9], 'left'],
    [[9, 9, 9, 9, 1, 1, 1, 1], 'right'],
    [[1, 1, 1, 1, 1, 1, 1, 1], 'right'],
  ])('is labelled where the values %j are not: %s', (values, align) => {
    const row = table.rows[0]
    if (row === undefined) throw new Error('the sample has rows')
    const rows = values.map((value) => ({ ...row, values: [value * 1e6] }))
    const lines = [{ ...limit, value: 8_700_000 }]
    const model = buildChartModel({ ...table, rows, chart: { lines } }, [a], 'line', 400)
    const label = model?.data.texts.find(({ text }) => text === 'Capacity')
    expect(label?.align).toBe(align)
  })

  test('follows the values of a column, in one piece where they stay the same', async () => {
    const values = [4, 4, null, 6]
    const [row] = table.rows
    if (row === undefined) throw new Error('the sample has rows')
    const rows = values.map((value) => ({ ...row, values: [1, value] }))
    const line = { ...limit, value: { column: table.columns[1]?.from ?? '' } }
    const drawn = { ...table, rows, chart: { lines: [line] } }
    const { model, list } = await drawChart(drawn, [a], 'line', 400)
    const [first, last, ...more] = list('rule').filter(({ datum }) => 'first' in datum)
    const { width } = model.plotArea
    expect([first?.x, first?.x2, last?.x, last?.x2, more]).toEqual([0, width / 2, (width * 3) / 4, width, []])
    expect((last?.y ?? 0) < (first?.y ?? 0)).toBe(true)
    expect(summarizeChart(drawn, [a], 'line')).toContain(' A line from 4.00 to 6.00: Capacity.')
    const blank = { ...drawn, rows: [{ ...row, values: [1, null] }] }
    expect(summarizeChart(blank, [a], 'line')).not.toContain('Capacity')
  })

  test('is on its own axis, and away while only series of the other one are visible', () => {
    const onSecond = { ...b, isSecond: true }
    expect(draw([limit, second], [a, onSecond], 'line').texts).toEqual(
      expect.arrayContaining(['Capacity', 'Target']),
    )
    expect(draw([limit, second], [a], 'line').texts).not.toContain('Target')
    expect(draw([limit, second], [onSecond], 'line').texts).not.toContain('Capacity')
    expect(draw([limit, second], [onSecond], 'line').texts).toContain('Target')
  })

  test('is named to screen readers', () => {
    expect(summarizeChart({ ...table, chart: { lines: [limit] } }, [a], 'line')).toContain(
      ' A line at 9,000,000.00: Capacity.',
    )
  })
})

describe('an axis that starts or ends at a value', () => {
  const close = sampleTable({
    rows: 'months',
    names: ['A'],
    values: Array.from({ length: 12 }, (_, i) => [96 + i / 4]),
  })
  const [series] = close.series
  if (series === undefined) throw new Error('the sample has a series')
  const build = (table: ReportTable, type: ChartType) => buildChartModel(table, [series], type, 1_000)

  test('is that of a line chart, which says so; bars start at 0', () => {
    const line = build({ ...close, chart: { from: 95 } }, 'line')
    expect(line?.params.firstAxis.domain[0]).toBe(95)
    expect(line?.data.texts.map(({ text }) => text)).toContain('The axis starts at 95.')
    expect(build({ ...close, chart: { from: 95 } }, 'bar')?.params.firstAxis.domain[0]).toBe(0)
    expect(build(close, 'line')?.params.firstAxis.domain[0]).toBe(0)
  })

  test('ends at least there, also that of bars; larger values extend it, and the chart says so', () => {
    for (const type of ['line', 'bar', 'stackedBar', 'area'] as const) {
      const ended = build({ ...close, chart: { to: 200 } }, type)
      expect(ended?.params.firstAxis.domain).toEqual([0, 200])
      expect(ended?.data.texts.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('axis'))
      const beyond = build({ ...close, chart: { to: 90 } }, type)
      expect(beyond?.params.firstAxis.domain[1]).toBe(100)
      expect(beyond?.data.texts.map(({ text }) => text)).toContain('The axis goes beyond 90.')
    }
    expect(build({ ...close, chart: { from: 95, to: 98 } }, 'line')?.data.texts).toContainEqual(
      expect.objectContaining({ text: 'The axis starts at 95. The axis goes beyond 98.' }),
    )
  })

  test('reaches down to smaller values, lines and 0', () => {
    expect(build({ ...close, chart: { from: 98 } }, 'line')?.params.firstAxis.domain[0]).toBe(96)
    const lines = [{ value: 90, label: 'Limit', axis: 'first' }] as const
    expect(build({ ...close, chart: { from: 98, lines } }, 'line')?.params.firstAxis.domain[0]).toBe(90)
    const rows = close.rows.map((row, index) => (index === 3 ? { ...row, values: [-1] } : row))
    expect(build({ ...close, chart: { from: 98 }, rows }, 'line')?.params.firstAxis.domain[0]).toBeLessThan(0)
  })
})
