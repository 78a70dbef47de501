import { rowAxis } from './chart-axis.ts'
import { endLabels, endLabelsRoom } from './chart-end-labels.ts'
import { CHART_HEIGHT, type ChartFrame, frameWithin } from './chart-frame.ts'
import type { ChartModel } from './chart-model.ts'
import { type ValueScale, valueScale } from './chart-scale.ts'
import { textWidth } from './chart-text.ts'
import { type ChartTuple, drawnSeries, type Detail } from './chart-tuples.ts'
import { abbreviate } from './format.ts'
import type { ReportTable, Series } from './report-table.ts'

/** A marker on every point helps while the points stand apart. */
const MOST_MARKERS = 31 * 6
/** Above this many points lines are thin and solid. */
const MOST_DETAILED = 3_000

interface Plot {
  readonly points: readonly ChartTuple[]
  readonly scale: ValueScale
  readonly left: number
}

function plot(table: ReportTable, series: readonly Series[], detail: Detail): Plot {
  const drawn = series.map((one) => drawnSeries(table, one, detail))
  const low = drawn.reduce((least, one) => Math.min(least, one.low), 0)
  const high = drawn.reduce((most, one) => Math.max(most, one.high), 0)
  const scale = valueScale(low, high)
  const widest = scale.ticks.reduce((most, tick) => Math.max(most, textWidth(abbreviate(tick), 11)), 0)
  return { points: drawn.flatMap(({ tuples }) => tuples), scale, left: Math.ceil(widest) + 14 }
}

function axisSignals(table: ReportTable, frame: ChartFrame, scale: ValueScale) {
  const axis = rowAxis(table, frame.width)
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

export function lineModel(table: ReportTable, series: readonly Series[], width: number): ChartModel {
  const isMany = table.rows.length * series.length > MOST_DETAILED
  const { points, scale, left } = plot(table, series, isMany ? 'solid' : 'dashed')
  const right = Math.max(RIGHT, endLabelsRoom(table, series, width))
  const frame = frameWithin(width, CHART_HEIGHT, { left, right, top: TOP, bottom: BOTTOM })
  const markers = points.length <= MOST_MARKERS ? points : []
  const labels = right > RIGHT ? endLabels(table, series, scale, frame.height) : []
  return {
    type: 'line',
    frame,
    data: { points, markers, labels },
    signals: { ...axisSignals(table, frame, scale), lineWidth: isMany ? 1.25 : 2 },
    marks: points.length + markers.length,
  }
}

export function barModel(table: ReportTable, series: readonly Series[], width: number): ChartModel {
  const { points, scale, left } = plot(table, series, 'dashed')
  const frame = frameWithin(width, CHART_HEIGHT, { left, right: RIGHT, top: TOP, bottom: BOTTOM })
  return {
    type: 'bar',
    frame,
    data: { points },
    signals: axisSignals(table, frame, scale),
    marks: points.length,
  }
}
