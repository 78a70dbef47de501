import { describe, expect, test } from 'vitest'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { buildChartModel, buildChartRows, getTooltipData, listChartRemarks } from '../../src/chart/model.ts'
import type { ChartType } from '../../src/report/model/report-plan.ts'
import type { ReportTable, TableRow } from '../../src/report/model/report-table.ts'
import { drawChart, listRuns } from '../support/drawn-chart.ts'
import { sampleTable } from '../support/sample-table.ts'

const WIDTH = 1_000

/** March 2024 with two series, compared with 29 days that are ten times as high, of which the second has no record. */
function buildCompared(): ReportTable {
  const table = sampleTable({ rows: 'month', names: ['Airtel', 'MTN'] })
  const rows = table.rows.map(({ key, label, values }, index): TableRow | null =>
    index > 28
      ? null
      : {
          key: key.replace('-03-', '-02-'),
          label: label.replace(/^3/, '2'),
          values: values.map((value) => (value ?? 0) * 10),
          hasRecord: index !== 1,
          isRest: false,
        },
  )
  const totals = table.total?.values ?? []
  const earlierTotals = totals.map((value) => (value ?? 0) / 2)
  const name = 'February 2024'
  const lines = [{ kind: 'earlier' as const, label: name, values: earlierTotals, columns: table.columns }]
  const comparison = { name, currentName: 'March 2024', rows, lines, totals, earlierTotals, table }
  return { ...table, comparison }
}

const table = buildCompared()
const { comparison: _, ...plain } = table
const build = (type: ChartType, given: ReportTable = table) => {
  const model = buildChartModel(given, given.series, type, WIDTH)
  if (model === null) throw new Error('nothing to draw')
  return model
}
const maxOf = (type: ChartType, given: ReportTable) => build(type, given).params.firstAxis.domain[1]

describe('the earlier period in a chart (spec 4.19, 4.23)', () => {
  test.each(['line', 'bar', 'stackedBar', 'area'] as const)('fits into the axis of a %s chart', (type) => {
    expect(maxOf(type, table)).toBeGreaterThanOrEqual(8 * maxOf(type, plain))
  })

  test('is a thinner line per series in its colour, with a gap for the day without a record', async () => {
    const { list } = await drawChart(table, table.series, 'line')
    const earlier = list('line').filter(({ strokeWidth }) => strokeWidth === 1.25)
    // The first day is alone, the days from the third to the 29th are one line.
    expect(listRuns(earlier).map((run) => [run.length, run[0]?.stroke, run[0]?.opacity])).toEqual([
      [1, '#8884d8', 0.5],
      [27, '#8884d8', 0.5],
      [1, '#82ca9d', 0.5],
      [27, '#82ca9d', 0.5],
    ])
    expect(list('symbol')).toHaveLength(2 * 31)
  })

  test('is a paler shape of each series where there are very many points', async () => {
    const year = sampleTable({ rows: 'year', names: 20 })
    const totals = year.total?.values ?? []
    const compared = {
      ...year,
      comparison: {
        name: '2023',
        currentName: '2024',
        rows: year.rows,
        lines: [],
        totals,
        earlierTotals: totals,
        table: year,
      },
    }
    const { list } = await drawChart(compared, compared.series, 'line')
    expect(list('line')).toEqual([])
    expect(list('shape').map(({ opacity }) => opacity)).toEqual([
      ...year.series.map(() => 0.5),
      ...year.series.map(() => 1),
    ])
  })

  test('is a paler bar before that of its series', async () => {
    const { list } = await drawChart(table, table.series, 'bar')
    const bars = list('rect').filter(({ height }) => height !== 0)
    const first = bars.filter(({ datum }) => datum['row'] === 0).toSorted((a, b) => a.x - b.x)
    expect(first.map(({ datum, opacity = 1 }) => [datum['series'], opacity])).toEqual([
      ['c0', 0.5],
      ['c0', 1],
      ['c1', 0.5],
      ['c1', 1],
    ])
    expect(bars.filter(({ opacity }) => opacity === 0.5)).toHaveLength(2 * 28)
  })

  test.each(['stackedBar', 'area'] as const)('is a line of sums over a %s chart', async (type) => {
    const { list } = await drawChart(table, table.series, type)
    const sums = list('line').filter(({ stroke }) => stroke === '#7a7f87')
    expect(listRuns(sums).map((run) => run.length)).toEqual([1, 27])
    const [now] = table.rows[0]?.values ?? []
    expect(Number(sums[0]?.datum['value'])).toBeGreaterThan(10 * (now ?? 0))
  })

  test('is drawn of visible series only', () => {
    const model = buildChartModel(table, table.series.slice(1), 'line', WIDTH)
    const names = [...(model?.data['earlier'] ?? [])].map(
      (record) => 'seriesLabel' in record && record.seriesLabel,
    )
    expect(new Set(names)).toEqual(new Set(['MTN']))
  })

  test('is not in a chart of a report that is not compared', async () => {
    for (const type of ['line', 'bar', 'stackedBar', 'area', 'heatMap'] as const) {
      const { spec, list } = await drawChart(plain, plain.series, type)
      expect(JSON.stringify(spec)).not.toMatch(/"name":"earlier/)
      expect(list('line').filter(({ stroke }) => stroke === '#7a7f87')).toEqual([])
    }
  })
})

describe('the earlier period in words (spec 4.23)', () => {
  test.each<[ChartType, string]>([
    ['line', 'The thinner lines are February 2024.'],
    ['bar', 'The paler bars are February 2024.'],
    ['stackedBar', 'The grey line is the sum in February 2024.'],
    ['area', 'The grey line is the sum in February 2024.'],
    ['heatMap', 'February 2024 is not drawn.'],
  ])('is explained under a %s chart and its image', (type, sentence) => {
    expect(listChartRemarks(table, { type, series: table.series })).toEqual([sentence])
    expect(listChartRemarks(plain, { type, series: plain.series })).toEqual([])
    expect(listChartRemarks(table, { type, series: [] })).toEqual([])
    const texts = buildExportModel(table, table.series, type, 'Title', 1_200)?.data.texts ?? []
    expect(texts.at(-1)?.text).toBe(sentence)
  })

  test('is the total under a pie, which does not draw it', () => {
    expect(listChartRemarks(table, { type: 'pie', series: table.series })).toEqual([
      expect.stringMatching(/^Not drawn: [\d,.]+ in February 2024 \(\+100\.0%\)\.$/),
    ])
    expect(buildChartModel(table, table.series, 'pie', WIDTH)?.data).toEqual(
      buildChartModel(plain, plain.series, 'pie', WIDTH)?.data,
    )
  })

  test('is in the tooltip: the row with which one is compared', () => {
    const tooltip = getTooltipData(table, table.series, 0)
    expect(tooltip?.earlier?.label).toBe('2/1/2024 Thu')
    const [first] = tooltip?.values ?? []
    expect(tooltip?.earlier?.values[first?.series.columnIndex ?? -1]).toBe((first?.value ?? 0) * 10)
    expect(tooltip?.earlier?.total).toBeCloseTo((tooltip?.total ?? 0) * 10, 5)
    expect(getTooltipData(table, table.series, 1)?.earlier).toBeNull()
    expect(getTooltipData(table, table.series, 30)?.earlier).toBeNull()
    expect(getTooltipData(plain, plain.series, 0)?.earlier).toBeNull()
  })
})

test('the table behind a chart has the earlier values of its series (spec 4.23)', () => {
  const rows = buildChartRows(table, table.series.slice(1), 'line')
  expect(rows.comparison?.lines[0]?.values).toEqual([table.comparison?.earlierTotals[1]])
  expect(rows.comparison?.lines[0]?.columns.map(({ label }) => label)).toEqual(['MTN'])
})
