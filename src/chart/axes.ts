import { isPercent, isSameUnit, type NumberFormat } from '../report/model/format.ts'
import { formatTick } from './format-tick.ts'
import { findRuns, type ReportTable, type Run, type Series } from '../report/model/report-table.ts'
import { type Box, layoutPlotArea } from './chart-type.ts'
import type { PlotArea, TextMark } from './marks.ts'
import { buildRowAxis } from './row-axis.ts'
import {
  alignZeros,
  buildValueScale,
  type Extent,
  findExtent,
  joinExtents,
  type ValueScale,
} from './scales.ts'
import type { AxisParams } from './specification.ts'
import { listBand, listForecast } from './band.ts'
import { measureText, truncate } from './text.ts'

/** The axes of a chart with rows on the horizontal and values on the vertical axis. */
export type Axes = ReturnType<typeof layoutAxes>

/** The space around the plot in px; left and right depend on the labels of the value axes. */
const TOP = 16
const TITLE_HEIGHT = 16
const RIGHT = 12
const FONT_SIZE = 11
/** The distance of labels from the plot. */
const LABEL_GAP = 8
const labelStyle = { size: FONT_SIZE, isMuted: true }

/** Divides the series by their axes. A second axis alone is drawn as the first. */
export function splitAxes(series: readonly Series[]): {
  readonly left: readonly Series[]
  readonly right: readonly Series[]
} {
  const left = series.filter(({ isSecond }) => !isSecond)
  return left.length === 0
    ? { left: series, right: [] }
    : { left, right: series.filter(({ isSecond }) => isSecond) }
}

/** Finds the format of the first of these series if values of all can be compared; undefined if their units differ. */
export function findSharedFormat(series: readonly Series[]): NumberFormat | null | undefined {
  const format = series[0]?.format ?? null
  return series.every((one) => isSameUnit(one.format, format)) ? format : undefined
}

/** A line across the chart, at one value in all rows or at the values of a column. */
interface Across {
  readonly label: string
  readonly isSecond: boolean
  readonly levels: readonly Run<number>[]
}

/** A value axis: its scale and format, its series, and the lines across the chart that belong to it. */
interface ValueAxis {
  readonly scale: ValueScale
  readonly format: NumberFormat | null
  readonly series: readonly Series[]
  readonly lines: readonly Across[]
}

/**
 * Lays out the axes in a box. `labelWidth` is the width in px of the names beside the plot; a second axis takes their
 * place. Only of lines the first axis starts where the report says so, others start at 0.
 */
export function layoutAxes(
  table: ReportTable,
  series: readonly Series[],
  box: Box,
  getExtent: (series: readonly Series[]) => Extent,
  labelWidth = 0,
  isLine = false,
) {
  const { left, right } = splitAxes(series)
  const isSecondAlone = left.every(({ isSecond }) => isSecond)
  const { from = null, to = null } = (isSecondAlone ? null : table.chart) ?? {}
  const band = isLine && !isSecondAlone ? listBand(table) : []
  const forecast = band.length === 0 ? [] : listForecast(table)
  const bandEnds = [...band, ...forecast].flatMap(({ low, high }) => [low ?? [], high ?? []].flat())
  const leftLines = findLines(table).filter(({ isSecond }) => isSecond === isSecondAlone)
  const rightLines = right.length === 0 ? [] : findLines(table).filter(({ isSecond }) => isSecond)
  const leftEnds = [...bandEnds, ...listLevels(leftLines)]
  const extent = joinExtents([getExtent(left), findExtent(leftEnds)])
  const start = from !== null && isLine ? Math.min(from, extent.low) : 0
  const leftScale = buildValueScale({
    low: start > 0 ? start : Math.min(0, extent.low),
    high: Math.max(0, extent.high, to ?? 0),
  })
  const rightExtent = joinExtents([getExtent(right), findExtent([0, ...listLevels(rightLines)])])
  const ownRight = right.length === 0 ? null : buildValueScale(rightExtent)
  const [scale = leftScale, rightScale = ownRight] =
    ownRight === null || start > 0 ? [] : alignZeros(leftScale, ownRight)
  const first = { scale, format: findSharedFormat(left) ?? null, series: left, lines: leftLines }
  const second = rightScale && {
    scale: rightScale,
    format: findSharedFormat(right) ?? null,
    series: right,
    lines: rightLines,
  }
  const margins = {
    left: measureLabels(first),
    right: second === null ? Math.max(RIGHT, labelWidth) : measureLabels(second),
    top: second === null ? TOP : TOP + TITLE_HEIGHT,
    bottom: 0,
  }
  const plotWidth = layoutPlotArea(box, margins).width
  const { height: bottom, ...rowAxis } = buildRowAxis(table, plotWidth, margins.left)
  const plotArea = layoutPlotArea(box, { ...margins, bottom })
  const notes = [
    ...(start > 0 ? [`The axis starts at ${formatTick(scale.min, first.format)}.`] : []),
    ...(to === null || extent.high <= to ? [] : [`The axis goes beyond ${formatTick(to, first.format)}.`]),
  ]
  const note = { x: LABEL_GAP, y: plotArea.height - LABEL_GAP, text: notes.join(' '), ...labelStyle }
  return {
    plotArea,
    scale,
    /** The scale of the second axis; null for a chart with one axis. */
    rightScale,
    params: {
      rowAxis: { count: table.rows.length, ...rowAxis },
      firstAxis: describeAxis(first),
      ...(second && { secondAxis: describeAxis(second) }),
      secondSeries: right.map(({ id }) => id),
    },
    lines: {
      firstLines: leftLines.flatMap(({ levels }) => levels),
      secondLines: rightLines.flatMap(({ levels }) => levels),
      band,
      forecast,
    },
    texts: [
      ...(second ? titleAxes([first, second], plotArea) : []),
      ...(notes.length > 0 ? [note] : []),
      ...labelLines(first, plotArea, table),
      ...(second ? labelLines(second, plotArea, table) : []),
    ],
    /** Locates the middle of a row's slot, in px of the plot. */
    getX: (rowIndex: number) => ((rowIndex + 0.5) * plotArea.width) / table.rows.length,
    /** Locates a value of a series, in px of the plot. */
    getY: (value: number, { isSecond }: Series) =>
      locate((isSecond ? rightScale : null) ?? scale, value, plotArea),
  }
}

const describeAxis = ({ scale: { min, max, ticks }, format }: ValueAxis): AxisParams => ({
  domain: [min, max],
  ticks,
  isPercent: isPercent(format),
  unit: format?.suffix ?? '',
})

const locate = ({ min, max }: ValueScale, value: number, { height }: PlotArea): number =>
  ((max - value) / (max - min)) * height

/** Finds the lines across the chart, each in parts of one value. */
export const findLines = ({ chart, columns, rows }: ReportTable): Across[] =>
  (chart?.lines ?? []).map(({ label, axis, value }) => {
    const index = typeof value === 'number' ? -1 : columns.findIndex(({ from }) => from === value.column)
    const levels =
      typeof value === 'number'
        ? [{ value, first: 0, last: rows.length - 1 }]
        : findRuns(rows, ({ values, isRest }) => (isRest ? null : (values[index] ?? null)))
    return { label, isSecond: axis === 'second', levels }
  })

export const listLevels = (lines: readonly Across[]): readonly number[] =>
  lines.flatMap(({ levels }) => levels.map(({ value }) => value))

/** Labels the lines across a chart at the end where fewer values are: above the line, at the top below it. */
const labelLines = (
  { lines, scale, series }: ValueAxis,
  plotArea: PlotArea,
  { rows }: ReportTable,
): TextMark[] =>
  lines.flatMap(({ label, levels }) => {
    const text = truncate(label, FONT_SIZE, plotArea.width)
    const count = Math.ceil((measureText(text, FONT_SIZE) / plotArea.width) * rows.length) + 1
    const ends = ([levels.at(-1), levels[0]] as const).flatMap((level, index) => {
      if (level === undefined) return []
      const line = locate(scale, level.value, plotArea)
      const y = line < LABEL_GAP ? line + LABEL_GAP : line - LABEL_GAP
      const isNear = (value: number | null = null) =>
        value !== null && Math.abs(locate(scale, value, plotArea) - y) < LABEL_GAP
      const nearby = index === 0 ? rows.slice(-count) : rows.slice(0, count)
      const near = nearby.filter(({ values }) =>
        series.some(({ columnIndex }) => isNear(values[columnIndex])),
      )
      const align = index === 0 ? ('right' as const) : ('left' as const)
      const x = index === 0 ? plotArea.width : 0
      return [{ near: near.length, mark: { x, align, y, text, weight: 600, ...labelStyle } }]
    })
    const [end] = ends.toSorted((a, b) => a.near - b.near)
    return end === undefined ? [] : [end.mark]
  })

const measureLabels = ({ scale: { ticks }, format }: ValueAxis): number =>
  Math.ceil(Math.max(...ticks.map((tick) => measureText(formatTick(tick, format), FONT_SIZE)))) + 14

/** Titles both value axes: by the names of their series, or else by their unit. */
const titleAxes = (axes: readonly ValueAxis[], { width, left, right }: PlotArea): TextMark[] =>
  axes.map(({ series, format }, index) => {
    const maxWidth = (width + left + right) / 2 - LABEL_GAP
    const names = series.map(({ name }) => name).join(', ')
    const unit = format?.suffix.trim() ?? ''
    const isLong = measureText(names, FONT_SIZE) > maxWidth && unit !== ''
    return {
      x: index === 0 ? -left : width + right,
      y: -TITLE_HEIGHT - 2,
      text: isLong ? `${series.length} series in ${unit}` : truncate(names, FONT_SIZE, maxWidth),
      align: index === 0 ? 'left' : 'right',
      ...labelStyle,
    }
  })
