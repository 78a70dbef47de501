import { isPercent, isSameUnit, type NumberFormat } from '../report/model/format.ts'
import { findRuns, type ReportTable, type Run, type Series } from '../report/model/report-table.ts'
import { listBand, listForecast } from './band.ts'
import { type Box, layoutPlotArea, type PlotArea, type TextMark } from './chart-type.ts'
import { listEnds } from './comparison-marks.ts'
import { buildRowAxis } from './row-axis.ts'
import { alignZeros, buildValueScale, formatTick, type ValueScale } from './scales.ts'
import type { AxisParams } from './specification.ts'
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
export function splitAxes(series: readonly Series[]) {
  const [left, right] = [false, true].map((second) => series.filter(({ isSecond }) => isSecond === second))
  return left?.length === 0 ? { left: series, right: [] } : { left: left ?? [], right: right ?? [] }
}

/** Finds the format of the first of these series if values of all can be compared; undefined if their units differ. */
export function findSharedFormat(series: readonly Series[]): NumberFormat | null | undefined {
  const format = series[0]?.format ?? null
  return series.every((item) => isSameUnit(item.format, format)) ? format : undefined
}

/** A line across the chart, at one value in all rows or at the values of a column. */
interface Across {
  readonly label: string
  readonly isSecond: boolean
  readonly levels: readonly Run<number>[]
}

interface FormattedScale extends ValueScale {
  readonly format: NumberFormat | null
}

/** A value axis: its format, its series, and the lines across the chart that belong to it. */
interface ValueAxis extends FormattedScale {
  readonly series: readonly Series[]
  readonly lines: readonly Across[]
}

interface AxisOptions {
  /** The values that the axis of some series contains, by default theirs in both periods. */
  readonly getEnds?: (series: readonly Series[]) => readonly number[]
  /** The width in px of the names beside the plot; a second axis takes their place. */
  readonly labelWidth?: number
  /** Only of lines the first axis has a band, and starts where the report says so; others start at 0. */
  readonly isLine?: boolean
}

/** Lays out the axes in a box. */
export function layoutAxes(
  table: ReportTable,
  drawn: readonly Series[],
  box: Box,
  { getEnds = (series) => listEnds(table, series), labelWidth = 0, isLine = false }: AxisOptions = {},
) {
  const { left, right } = splitAxes(drawn)
  const isSecondAlone = left.every(({ isSecond }) => isSecond)
  const { from = null, to = null } = (isSecondAlone ? null : table.chart) ?? {}
  const band = isLine && !isSecondAlone ? listBand(table) : []
  const forecast = band.length === 0 ? [] : listForecast(table)
  const describeSide = (series: readonly Series[], isSecond: boolean) => {
    const lines = findLines(table).filter((line) => line.isSecond === isSecond)
    const ends = [...getEnds(series), ...listLevels(lines)]
    return { series, lines, ends, format: findSharedFormat(series) ?? null }
  }
  const leftSide = describeSide(left, isSecondAlone)
  const rightSide = right.length === 0 ? null : describeSide(right, true)
  const bandEnds = [...band, ...forecast].flatMap(({ low, high }) => [low ?? [], high ?? []].flat())
  const ends = [...leftSide.ends, ...bandEnds]
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const start = from !== null && isLine ? Math.min(from, low) : 0
  const ownLeft = buildValueScale(start > 0 ? start : Math.min(0, low), Math.max(0, high, to ?? 0))
  const ownRight =
    rightSide && buildValueScale(Math.min(0, ...rightSide.ends), Math.max(0, ...rightSide.ends))
  const [scale = ownLeft, rightScale = ownRight] =
    ownRight === null || start > 0 ? [] : alignZeros(ownLeft, ownRight)
  const first: ValueAxis = { ...leftSide, ...scale }
  const second: ValueAxis | null = rightSide && rightScale && { ...rightSide, ...rightScale }
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
    ...(to === null || high <= to ? [] : [`The axis goes beyond ${formatTick(to, first.format)}.`]),
  ]
  const note = { x: LABEL_GAP, y: plotArea.height - LABEL_GAP, text: notes.join(' '), ...labelStyle }
  const axes = second === null ? [first] : [first, second]
  return {
    plotArea,
    /** The scale of the second axis; null for a chart with one axis. */
    rightScale,
    params: {
      rowAxis: { count: table.rows.length, ...rowAxis },
      firstAxis: describeAxis(first),
      ...(second && { secondAxis: describeAxis(second) }),
      secondSeries: right.map(({ id }) => id),
    },
    lines: {
      firstLines: leftSide.lines.flatMap(({ levels }) => levels),
      secondLines: rightSide?.lines.flatMap(({ levels }) => levels) ?? [],
      band,
      forecast,
    },
    texts: [
      ...(second ? titleAxes(axes, plotArea) : []),
      ...(notes.length > 0 ? [note] : []),
      ...axes.flatMap((axis) => labelLines(axis, plotArea, table)),
    ],
    /** Locates the middle of a row's slot, in px of the plot. */
    getX: (rowIndex: number) => ((rowIndex + 0.5) * plotArea.width) / table.rows.length,
    /** Locates a value of a series, in px of the plot. */
    getY: (value: number, { isSecond }: Series) =>
      locate((isSecond ? rightScale : null) ?? scale, value, plotArea),
  }
}

/** Returns the parameters of a scale of values in a format. */
export const describeAxis = ({ min, max, ticks, format }: FormattedScale): AxisParams => ({
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
const labelLines = (axis: ValueAxis, plotArea: PlotArea, { rows }: ReportTable): TextMark[] =>
  axis.lines.flatMap(({ label, levels }) => {
    const text = truncate(label, FONT_SIZE, plotArea.width)
    const count = Math.ceil((measureText(text, FONT_SIZE) / plotArea.width) * rows.length) + 1
    const placeAt = (align: 'left' | 'right', x: number, level: Run<number>, nearby: typeof rows) => {
      const line = locate(axis, level.value, plotArea)
      const y = line < LABEL_GAP ? line + LABEL_GAP : line - LABEL_GAP
      const isNear = (value: number | null = null) =>
        value !== null && Math.abs(locate(axis, value, plotArea) - y) < LABEL_GAP
      const near = nearby.filter(({ values }) =>
        axis.series.some(({ columnIndex }) => isNear(values[columnIndex])),
      )
      return { near: near.length, mark: { x, align, y, text, weight: 600, ...labelStyle } }
    }
    const [first, last] = [levels[0], levels.at(-1)]
    if (first === undefined || last === undefined) return []
    const right = placeAt('right', plotArea.width, last, rows.slice(-count))
    const left = placeAt('left', 0, first, rows.slice(0, count))
    return left.near < right.near ? [left.mark] : [right.mark]
  })

const measureLabels = ({ ticks, format }: ValueAxis): number =>
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
