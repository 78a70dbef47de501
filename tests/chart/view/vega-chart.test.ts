import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildChartModel } from '../../../src/chart/model.ts'
import { formatCompact } from '../../../src/chart/scales.ts'
import { type ChartType, chartTypeNames } from '../../../src/report/model/report-plan.ts'
import type { ReportTable, Series } from '../../../src/report/model/report-table.ts'
import { renderChartImage } from '../../../src/chart/view/chart-image.ts'
import { updateView } from '../../../src/chart/view/update-view.ts'
import { drawChart, listItems } from '../../support/drawn-chart.ts'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { sampleTable } from '../../support/sample-table.ts'

async function drawn(table: ReportTable, series: readonly Series[], type: ChartType, width = 900) {
  const { view, spec, model } = await drawChart(table, series, type, width)
  return { view, spec, model, svg: await view.toSVG() }
}

const listTexts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

describe('the Vega view', () => {
  const table = sampleTable({
    rows: 'months',
    names: ['Airtel', 'MTN'],
    values: [
      [1_200_000, 300_000],
      [600_000, 900_000],
    ],
  })

  test('draws a line chart with axes in K and M, months, a line per series and names at the line ends', async () => {
    const { svg } = await drawn(table, table.series, 'line')
    expect(listTexts(svg)).toEqual(
      expect.arrayContaining(['0', '200K', '1.0M', '1.2M', 'Jan', 'Dec', 'Airtel', 'MTN']),
    )
    expect(svg.match(/stroke-dasharray="7,3"/g)).toHaveLength(1)
    expect(svg).toContain('stroke="#8884d8"')
  })

  test('draws a band behind rows without a record, in an image too', async () => {
    const gap = {
      ...table,
      rows: table.rows.map((row, index) => ({ ...row, hasRecord: index !== 1 })),
    }
    for (const type of ['line', 'bar', 'stackedBar', 'area'] as const) {
      const { svg } = await drawn(gap, gap.series, type)
      expect(svg).toContain('opacity="0.1"')
      const image = await renderChartImage({
        table: gap,
        series: gap.series,
        type,
        title: 'A title',
        format: 'svg',
      })
      expect(await image.text()).toContain('opacity="0.1"')
    }
  })

  test('changes the data and stays the same view when the series change', async () => {
    const { view } = await drawn(table, table.series, 'line')
    const model = buildChartModel(table, table.series.slice(1), 'line', 900)
    if (model === null) throw new Error('nothing to draw')
    updateView(view, model, 'dark')
    await view.runAsync()
    const svg = await view.toSVG()
    expect(svg).not.toContain('#8884d8')
    expect(listTexts(svg)).not.toContain('1.2M')
    expect(svg).toContain('#9aa4ac')
  })

  test('abbreviates axis values like the report format (spec 4.19)', async () => {
    for (const high of [0.4, 7, 850, 4_000, 99_000, 640_000, 3_300_000, 2_000_000_000]) {
      const one = sampleTable({ rows: 'months', names: ['A'], values: [[high]] })
      const { svg, model } = await drawn(one, one.series, 'line')
      const { ticks } = model.params.firstAxis
      expect(listTexts(svg)).toEqual(expect.arrayContaining(ticks.map(formatCompact)))
    }
  })

  test('writes the same minus before a value of the axis as in the table', async () => {
    const one = sampleTable({ rows: 'months', names: ['A'], values: [[-1_500_000]] })
    const { svg } = await drawn(one, one.series, 'bar')
    expect(listTexts(svg)).toEqual(expect.arrayContaining(['-500K', '-1.5M']))
    expect(svg).not.toContain('\u2212')
  })
})

const ODD = ['', ' ', 'a\nb', '&lt;b&gt;', 'datum.value', '９モバイル 移动', 'شركة الاتصالات', '📞👩‍👩‍👧‍👦']
const hostile = [...ODD, ...HOSTILE_NAMES, 'x'.repeat(5_000), 'MTN', 'mtn', 'MTN ']

const names = fc.uniqueArray(
  fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 40 })),
  {
    minLength: 1,
    maxLength: 12,
  },
)

const noMarkup = (svg: string) => {
  expect(svg).not.toMatch(/<(img|script|b|foreignObject|a|style|iframe)[\s>/]/i)
  expect(svg).not.toContain('NaN')
  expect(svg).not.toContain('undefined')
}

type DrawnView = Awaited<ReturnType<typeof drawn>>['view']

const inCents = (value: number) => Math.round(value * 100)

/** What the view draws: values in cents, or the series of lines and areas. */
function listShown(view: DrawnView, type: ChartType): unknown[] {
  if (type === 'pie') return listItems(view, 'arc').map(({ datum }) => datum['value'])
  if (type === 'line' || type === 'area') {
    return [...new Set(listItems(view, type).map(({ datum }) => datum['seriesLabel']))]
  }
  const bars = listItems(view, 'rect').filter(({ datum, height }) => 'series' in datum && height !== 0)
  return bars.map(({ datum }) => inCents(Number(datum['value'])))
}

function listExpected({ rows, series }: ReportTable, type: ChartType): unknown[] {
  if (type === 'line' || type === 'area') return series.map(({ name }) => name)
  if (type === 'pie') return series.flatMap(({ sum }) => (sum !== null && sum > 0 ? [sum] : []))
  const values = series.flatMap(({ columnIndex }) => rows.map((row) => row.values[columnIndex] ?? 0))
  return values.filter((value) => type === 'heatMap' || value !== 0).map(inCents)
}

describe('hostile names', () => {
  test('never break a chart: the values in the view equal those of the table', async () => {
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.array(
          fc.array(
            fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100),
            { maxLength: 12 },
          ),
          {
            maxLength: 12,
          },
        ),
        fc.constantFrom(...chartTypeNames),
        fc.constantFrom(340, 900),
        async (given, values, type, width) => {
          const table = sampleTable({ rows: 'months', names: given, values })
          if (buildChartModel(table, table.series, type, width) === null) return
          const { view, svg } = await drawn(table, table.series, type, width)
          noMarkup(svg)
          expect(listShown(view, type)).toEqual(listExpected(table, type))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('never become markup in an image', async () => {
    for (const type of chartTypeNames) {
      const table = sampleTable({ rows: 'months', names: hostile })
      const image = await renderChartImage({
        table,
        series: table.series,
        type,
        title: '<img src=x onerror=alert(1)> & "title"',
        format: 'svg',
      })
      expect(image.type).toBe('image/svg+xml')
      const svg = await image.text()
      noMarkup(svg)
      expect(svg).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; ')
      expect(svg).toContain('移动')
      expect(svg).toContain('fill="#ffffff"')
    }
  })
})

test('a raster image without a canvas is an internal error (spec 8.7)', async () => {
  const table = sampleTable({ rows: 'months', names: 2 })
  await expect(
    renderChartImage({ table, series: table.series, type: 'line', title: 'Chart', format: 'png' }),
  ).rejects.toThrow('canvas')
})
