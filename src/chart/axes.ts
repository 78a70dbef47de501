import { formatTick, isSameUnit } from '../report/chart-format.ts'
import type { NumberFormat } from '../report/format.ts'
import type { ReportTable, Series } from '../report/table/report-table.ts'
import { CHART_HEIGHT, layoutPlotArea, type PlotArea } from './chart-type.ts'
import { buildRowAxis, layoutSlantedLabels } from './row-axis.ts'
import { alignZeros, buildValueScale, type Extent, type ValueScale } from './scales.ts'
import { measureText, truncate } from './text.ts'

/** A text that Vega's axes cannot draw, such as a slanted label; its position is in px of the plot. */
export interface AxisText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly align: 'left' | 'right'
  /** In degrees, clockwise. */
  readonly angle: number
}

/** The axes of a chart with rows on the horizontal and values on the vertical axis. */
export interface Axes {
  readonly plotArea: PlotArea
  readonly scale: ValueScale
  /** The scale of the second axis; null for a chart with one axis. */
  readonly rightScale: ValueScale | null
  readonly signals: Readonly<Record<string, unknown>>
  readonly texts: readonly AxisText[]
}

/** The space around the plot in px; left and right depend on the labels of the value axes. */
const TOP = 16
const TITLE_HEIGHT = 16
const RIGHT = 12
const BOTTOM = 28
const FONT_SIZE = 11
/** The distance of labels from the plot. */
const LABEL_GAP = 8
const ROW_LABEL_GAP = 12

/** The series of each axis. A second axis alone is drawn as the first. */
export function splitAxes(series: readonly Series[]): {
  readonly left: readonly Series[]
  readonly right: readonly Series[]
} {
  const left = series.filter(({ isSecond }) => !isSecond)
  return left.length === 0
    ? { left: series, right: [] }
    : { left, right: series.filter(({ isSecond }) => isSecond) }
}

/** The format of the first of these series if values of all can be compared; undefined if their units differ. */
export function findSharedFormat(series: readonly Series[]): NumberFormat | null | undefined {
  const format = series[0]?.format ?? null
  return series.every((one) => isSameUnit(one.format, format)) ? format : undefined
}

/**
 * Lays out the axes in a box `width` px wide. `labelWidth` is the width in px of the names beside the plot; a second
 * axis takes their place.
 */
export function layoutAxes(
  table: ReportTable,
  series: readonly Series[],
  width: number,
  getExtent: (series: readonly Series[]) => Extent,
  labelWidth = 0,
): Axes {
  const { left, right } = splitAxes(series)
  const scaleOf = (list: readonly Series[]) => {
    const { low, high } = getExtent(list)
    return buildValueScale(low, high)
  }
  const [scale, rightScale] =
    right.length === 0 ? [scaleOf(left), null] : alignZeros(scaleOf(left), scaleOf(right))
  const leftLabels = formatTicks(scale, left)
  const rightLabels = rightScale === null ? [] : formatTicks(rightScale, right)
  const margins = {
    left: measureLabels(leftLabels),
    right: rightScale === null ? Math.max(RIGHT, labelWidth) : measureLabels(rightLabels),
    top: rightScale === null ? TOP : TOP + TITLE_HEIGHT,
  }
  const plotWidth = layoutPlotArea(width, CHART_HEIGHT, { ...margins, bottom: 0 }).width
  const rowAxis = buildRowAxis(table, plotWidth)
  const slanted = rowAxis.isSlanted ? layoutSlantedLabels(rowAxis, plotWidth, margins.left) : null
  const plotArea = layoutPlotArea(width, CHART_HEIGHT, { ...margins, bottom: slanted?.height ?? BOTTOM })
  const texts = (slanted?.labels ?? []).map(({ x, text, angle }): AxisText => ({
    x,
    y: plotArea.height + ROW_LABEL_GAP,
    text,
    align: 'right',
    angle,
  }))
  const second = rightScale === null ? [] : buildSecondAxis(rightScale, rightLabels, left, right, plotArea)
  return {
    plotArea,
    scale,
    rightScale,
    signals: {
      count: table.rows.length,
      yMin: scale.min,
      yMax: scale.max,
      yTicks: scale.ticks,
      yLabels: leftLabels,
      xTicks: slanted === null ? rowAxis.ticks : [],
      xLabels: rowAxis.labels,
    },
    texts: [...texts, ...second],
  }
}

const formatTicks = ({ ticks }: ValueScale, series: readonly Series[]): string[] => {
  const format = findSharedFormat(series) ?? null
  return ticks.map((tick) => formatTick(tick, format))
}

const measureLabels = (labels: readonly string[]): number =>
  Math.ceil(labels.reduce((most, label) => Math.max(most, measureText(label, FONT_SIZE)), 0)) + 14

/** The labels of the second axis, and the titles of both: the names of their series, or else their unit. */
function buildSecondAxis(
  { min, max, ticks }: ValueScale,
  labels: readonly string[],
  left: readonly Series[],
  right: readonly Series[],
  { width, height, left: marginLeft, right: marginRight }: PlotArea,
): AxisText[] {
  const most = (width + marginLeft + marginRight) / 2 - LABEL_GAP
  const title = (list: readonly Series[]) => formatAxisTitle(list, most)
  return [
    ...ticks.map((tick, index): AxisText => ({
      x: width + LABEL_GAP,
      y: ((max - tick) / (max - min)) * height,
      text: labels[index] ?? '',
      align: 'left',
      angle: 0,
    })),
    { x: -marginLeft, y: -TITLE_HEIGHT - 2, text: title(left), align: 'left', angle: 0 },
    { x: width + marginRight, y: -TITLE_HEIGHT - 2, text: title(right), align: 'right', angle: 0 },
  ]
}

function formatAxisTitle(series: readonly Series[], mostWidth: number): string {
  const names = series.map(({ name }) => name).join(', ')
  if (measureText(names, FONT_SIZE) <= mostWidth) return names
  const unit = findSharedFormat(series)?.suffix.trim() ?? ''
  return unit === '' ? truncate(names, FONT_SIZE, mostWidth) : `${series.length} series in ${unit}`
}

/** A function from values of a series to values at the same height on the first axis. */
export function projectOnFirstAxis(
  { scale, rightScale }: Axes,
  { isSecond }: Series,
): (value: number) => number {
  if (rightScale === null || !isSecond) return (value) => value
  const factor = (scale.max - scale.min) / (rightScale.max - rightScale.min)
  return (value) => scale.min + (value - rightScale.min) * factor
}
