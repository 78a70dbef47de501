import { buildRowAxis, getSeriesExtent, type ValueScale, buildValueScale } from '../scales.ts'
import { buildDirectLabels, directLabelsWidth } from '../direct-labels.ts'
import { CHART_HEIGHT, type PlotArea, layoutPlotArea } from '../plot-area.ts'
import type { ChartModel } from '../model.ts'
import { type Point, buildPoints, buildPolylines } from '../points.ts'
import { measureText } from '../text.ts'
import { formatCompact } from '../../report/format.ts'
import type { ReportTable, Series } from '../../report/table.ts'

/** A marker on every point helps while the points stand apart. */
const MOST_MARKERS = 31 * 6
const LEAST_SLOT = 12
/** Above this many points lines are drawn as strands. */
const MOST_POINTS = 400
/** Above this many, dashes would cost more to paint than all else: strands are thin and solid. */
const MOST_DASHED = 3_000

const tuplesOf = (table: ReportTable, series: readonly Series[]): Point[] =>
  series.flatMap((one) => buildPoints(table, one))

function valueAxis(table: ReportTable, series: readonly Series[]) {
  const { low, high } = getSeriesExtent(table, series)
  const scale = buildValueScale(low, high)
  const widest = scale.ticks.reduce((most, tick) => Math.max(most, measureText(formatCompact(tick), 11)), 0)
  return { scale, left: Math.ceil(widest) + 14 }
}

function axisSignals(table: ReportTable, frame: PlotArea, scale: ValueScale) {
  const axis = buildRowAxis(table, frame.width)
  return {
    count: table.rows.length,
    yMin: scale.min,
    yMax: scale.max,
    yTicks: scale.ticks,
    xTicks: axis.ticks,
    xLabels: axis.labels,
  }
}

const TOP = 16
const BOTTOM = 28
const RIGHT = 12

export function buildLineModel(table: ReportTable, series: readonly Series[], width: number): ChartModel {
  const { scale, left } = valueAxis(table, series)
  const right = Math.max(RIGHT, directLabelsWidth(table, series, width))
  const frame = layoutPlotArea(width, CHART_HEIGHT, { left, right, top: TOP, bottom: BOTTOM })
  const count = table.rows.length * series.length
  const isDense = count > MOST_POINTS
  const hasMarkers = count <= MOST_MARKERS && frame.width / table.rows.length >= LEAST_SLOT
  const points = isDense ? [] : tuplesOf(table, series)
  const { labels, labelKeys, labelGap } = buildDirectLabels(
    table,
    right > RIGHT ? series : [],
    scale,
    frame.height,
    hasMarkers,
  )
  return {
    type: 'line',
    frame,
    data: {
      points,
      strands: isDense ? buildPolylines(table, series, scale, frame, count <= MOST_DASHED) : [],
      markers: hasMarkers ? points : [],
      labels,
      labelKeys,
    },
    signals: { ...axisSignals(table, frame, scale), labelGap },
    marks: isDense ? series.length : hasMarkers ? 2 * count : count,
  }
}

export function buildBarModel(table: ReportTable, series: readonly Series[], width: number): ChartModel {
  const { scale, left } = valueAxis(table, series)
  const frame = layoutPlotArea(width, CHART_HEIGHT, { left, right: RIGHT, top: TOP, bottom: BOTTOM })
  const points = tuplesOf(table, series)
  const isTight = frame.width / table.rows.length / series.length < 2
  return {
    type: 'bar',
    frame,
    data: { points },
    signals: {
      ...axisSignals(table, frame, scale),
      groupGap: isTight ? 0 : 0.24,
      barGap: isTight ? 0 : 0.08,
    },
    marks: points.length,
  }
}
