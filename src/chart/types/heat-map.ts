import { isSameUnit } from '../../report/model/format.ts'
import type { ReportTable, Series } from '../../report/model/report-table.ts'
import { describeAxis } from '../axes.ts'
import { describePeak, findNotes, formatPeriod } from '../cartesian.ts'
import { type ChartTypeDefinition, type DrawnSeries, layoutPlotArea } from '../chart-type.ts'
import { findEnds } from '../comparison-marks.ts'
import { buildRowAxis } from '../row-axis.ts'
import { buildValueScale } from '../scales.ts'
import { createRangeSpec, dataset, formatLabel, type Json, rowChannel } from '../specification.ts'
import { listValues } from '../table-data.ts'
import { measureText, truncate } from '../text.ts'
import { findGaps, OTHER_UNIT } from '../undrawn.ts'

/** In px. */
const LEGEND_WIDTH = 120
const FONT_SIZE = 11
const MAX_NAME_WIDTH = 160

/** Cells smaller than 6 px have no seams between them. */
const SEAM = "min(bandwidth('x'), bandwidth('y')) < 6 ? 0 : 1"

/** Specifies a cell for each value: rows from left to right, series from top to bottom, colours by value. */
const specify = (): Json =>
  createRangeSpec([
    {
      data: dataset('table'),
      transform: [{ filter: 'isValid(datum.value)' }],
      mark: { type: 'rect', stroke: { expr: 'backgroundColor' }, strokeWidth: { expr: SEAM } },
      encoding: {
        x: rowChannel,
        y: {
          field: 'series',
          type: 'ordinal',
          scale: { domain: { expr: 'seriesAxis.ids' } },
          axis: {
            grid: false,
            labelOverlap: 'parity',
            // Letters are less high than their bounds.
            labelSeparation: -2,
            labelExpr: 'seriesAxis.labels[indexof(seriesAxis.ids, datum.value)]',
          },
        },
        color: {
          field: 'value',
          type: 'quantitative',
          scale: {
            domain: { expr: 'firstAxis.domain' },
            scheme: 'blues',
            // The least value is next to the background.
            reverse: { expr: 'luminance(backgroundColor) < 0.5' },
          },
          legend: {
            title: null,
            direction: 'horizontal',
            orient: 'none',
            legendX: { expr: `width - ${LEGEND_WIDTH}` },
            legendY: -42,
            gradientLength: LEGEND_WIDTH,
            gradientThickness: 8,
            values: { expr: 'firstAxis.ticks' },
            labelExpr: formatLabel('firstAxis'),
            labelColor: { expr: 'mutedColor' },
            labelFontSize: FONT_SIZE,
          },
        },
      },
    },
  ])

/** The space around the plot in px: above are the legend and the numbers of notes. */
const MARGINS = { top: 44, right: 12, bottom: 0 } as const

/** Picks the series in the unit of the first one: one scale of colours has one unit. */
function select(_: ReportTable, series: readonly Series[]): DrawnSeries {
  const isDrawn = ({ format }: Series) => isSameUnit(format, series[0]?.format ?? null)
  const others = series.filter((item) => !isDrawn(item))
  return {
    drawn: series.filter(isDrawn),
    undrawn: others.map((other) => ({ series: other, reason: OTHER_UNIT })),
  }
}

/** Draws a cell for each value, in a colour between those of the least and the largest value. */
export const heatMap: ChartTypeDefinition = {
  symbol: null,
  tooltip: 'band',
  specify,
  select,
  place: 'drawn',
  build(table, visible, box) {
    const { drawn } = select(table, visible)
    const ids = drawn.map(({ id }) => id)
    const labels = drawn.map(({ name }) => truncate(name, FONT_SIZE, Math.min(MAX_NAME_WIDTH, box.width / 3)))
    const left = Math.ceil(Math.max(...labels.map((label) => measureText(label, FONT_SIZE)))) + 14
    const around = { ...MARGINS, left }
    const { height: bottom, ...rowAxis } = buildRowAxis(table, layoutPlotArea(box, around).width, left)
    const plotArea = layoutPlotArea(box, { ...around, bottom })
    const records = listValues(table, drawn)
    const [low = 0, high = 0] = findEnds(records.flatMap(({ value }) => value ?? []))
    // Equal values are compared with 0.
    const [start, end] = high - low < 1e-6 ? [Math.min(0, low), Math.max(0, high)] : [low, high]
    const { min, max } = buildValueScale(start, end)
    const format = drawn[0]?.format ?? null
    return {
      plotArea,
      params: {
        rowAxis: { count: table.rows.length, ...rowAxis },
        seriesAxis: { ids, labels },
        firstAxis: describeAxis({ min, max, ticks: [min, max], format }),
      },
      data: { table: records, notes: findNotes(table), gaps: findGaps(table) },
    }
  },
  summarize(table, series) {
    const { drawn } = select(table, series)
    return `${drawn.length} series, ${formatPeriod(table)}; the highest value is ${describePeak(table, drawn)}.`
  },
}
