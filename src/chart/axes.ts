import { isSameUnit, type NumberFormat } from '../report/model/format.ts'
import { formatTick } from './format-tick.ts'
import type { ReferenceLine } from '../report/model/report-plan.ts'
import { findRuns, type ReportTable, type Run, type Series } from '../report/model/report-table.ts'
import { layoutPlotArea } from './chart-type.ts'
import type { PlotArea, TextMark } from './marks.ts'
import { buildRowAxis } from './row-axis.ts'
import { alignZeros, buildValueScale, type Extent, joinExtents, type ValueScale } from './scales.ts'
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

/**
 * Lays out the axes in a box `width` px wide. `labelWidth` is the width in px of the names beside the plot; a second
 * axis takes their place. Only of lines the first axis starts where the report says so, others start at 0.
 */
export function layoutAxes(
  table: ReportTable,
  series: readonly Series[],
  width: number,
  getExtent: (series: readonly Series[]) => Extent,
  labelWidth = 0,
  isLine = false,
) {
  const { left, right } = splitAxes(series)
  const isSecondAlone = left.every(({ isSecond }) => isSecond)
  const { lines = [], from = null, to = null } = table.chart ?? {}
  const leftLines = lines.filter(({ axis }) => (axis === 'second') === isSecondAlone)
  const rightLines = right.length === 0 ? [] : lines.filter(({ axis }) => axis === 'second')
  const band = isLine && !isSecondAlone ? listBand(table) : []
  const forecast = band.length === 0 ? [] : listForecast(table)
  const bandEnds = [...band, ...forecast].flatMap(({ low, high }) =>
    low === null || high === null ? [] : [low, high],
  )
  const start =
    from === null || !isLine || isSecondAlone
      ? null
      : findStart(
          table,
          left,
          Math.min(from, ...bandEnds, ...leftLines.flatMap((line) => listLevels(table, line))),
        )
  const end = isSecondAlone ? null : to
  const joinLines = (list: readonly Series[], across: readonly ReferenceLine[]) =>
    joinExtents([
      getExtent(list),
      ...across.flatMap((line) => listLevels(table, line).map((value) => ({ low: value, high: value }))),
    ])
  const extent = joinExtents([
    joinLines(left, leftLines),
    ...bandEnds.map((value) => ({ low: value, high: value })),
  ])
  const leftScale = buildValueScale({ low: start ?? extent.low, high: Math.max(extent.high, end ?? 0) })
  const ownRight = right.length === 0 ? null : buildValueScale(joinLines(right, rightLines))
  const [scale, rightScale] =
    ownRight === null || start !== null ? [leftScale, ownRight] : alignZeros(leftScale, ownRight)
  const leftLabels = formatTicks(scale, left)
  const rightLabels = rightScale === null ? [] : formatTicks(rightScale, right)
  const margins = {
    left: measureLabels(leftLabels),
    right: rightScale === null ? Math.max(RIGHT, labelWidth) : measureLabels(rightLabels),
    top: rightScale === null ? TOP : TOP + TITLE_HEIGHT,
    bottom: 0,
  }
  const plotWidth = layoutPlotArea(width, margins).width
  const { height: bottom, ...rowAxis } = buildRowAxis(table, plotWidth, margins.left)
  const plotArea = layoutPlotArea(width, { ...margins, bottom })
  const notes = [
    ...(start === null ? [] : [`The axis starts at ${leftLabels[0] ?? ''}.`]),
    ...(end === null || extent.high <= end
      ? []
      : [`The axis goes beyond ${formatTick(end, findSharedFormat(left) ?? null)}.`]),
  ]
  const note = { x: LABEL_GAP, y: plotArea.height - LABEL_GAP, text: notes.join(' '), ...labelStyle }
  return {
    plotArea,
    scale,
    /** The scale of the second axis; null for a chart with one axis. */
    rightScale,
    params: {
      rowAxis: { count: table.rows.length, ...rowAxis },
      firstAxis: describeAxis(scale, left),
      ...(rightScale !== null && { secondAxis: describeAxis(rightScale, right) }),
      secondSeries: right.map(({ id }) => id),
    },
    lines: {
      firstLines: leftLines.flatMap((line) => findLevels(table, line)),
      secondLines: rightLines.flatMap((line) => findLevels(table, line)),
      band,
      forecast,
    },
    texts: [
      ...(rightScale === null ? [] : titleAxes(left, right, plotArea)),
      ...(notes.length > 0 ? [note] : []),
      ...labelLines(leftLines, scale, plotArea, table, left),
      ...(rightScale === null ? [] : labelLines(rightLines, rightScale, plotArea, table, right)),
    ],
    /** Locates the middle of a row's slot, in px of the plot. */
    getX: (rowIndex: number) => ((rowIndex + 0.5) * plotArea.width) / table.rows.length,
    /** Locates a value of a series, in px of the plot. */
    getY: (value: number, { isSecond }: Series) =>
      locate((isSecond ? rightScale : null) ?? scale, value, plotArea),
  }
}

const describeAxis = ({ min, max, ticks }: ValueScale, series: readonly Series[]): AxisParams => {
  const format = findSharedFormat(series) ?? null
  return {
    domain: [min, max],
    ticks,
    isPercent: format?.options.style === 'percent',
    unit: format?.suffix ?? '',
  }
}

/** Finds the start of an axis that starts at a value, or at the smallest one below it; null for 0. */
function findStart(
  { rows, comparison }: ReportTable,
  series: readonly Series[],
  from: number,
): number | null {
  const all = [...rows, ...(comparison?.rows ?? [])]
  const values = all.flatMap((row) => series.flatMap(({ columnIndex }) => row?.values[columnIndex] ?? []))
  const start = values.reduce((least, value) => Math.min(least, value), from)
  return start > 0 ? start : null
}

const locate = ({ min, max }: ValueScale, value: number, { height }: PlotArea): number =>
  ((max - value) / (max - min)) * height

const getValue = ({ min, max }: ValueScale, y: number, { height }: PlotArea): number =>
  max - (y / height) * (max - min)

/** Finds where a line is: at one value in all rows, or at those of its column. */
function findLevels({ columns, rows }: ReportTable, { value }: ReferenceLine): Run<number>[] {
  if (typeof value === 'number') return [{ value, first: 0, last: rows.length - 1 }]
  const index = columns.findIndex(({ from }) => from === value.column)
  return findRuns(rows, ({ values, isRest }) => (isRest ? null : (values[index] ?? null)))
}

export const listLevels = (table: ReportTable, line: ReferenceLine): readonly number[] =>
  findLevels(table, line).map(({ value }) => value)

/** Labels the lines across a chart at the end where fewer values are: above the line, at the top below it. */
const labelLines = (
  lines: readonly ReferenceLine[],
  scale: ValueScale,
  plotArea: PlotArea,
  table: ReportTable,
  series: readonly Series[],
): TextMark[] =>
  lines.flatMap((line) => {
    const { rows } = table
    const { width } = plotArea
    const levels = findLevels(table, line)
    const text = truncate(line.label, FONT_SIZE, width)
    const count = Math.ceil((measureText(text, FONT_SIZE) / width) * rows.length) + 1
    const layoutEnd = (level: Run<number>, isNearby: (index: number) => boolean) => {
      const y = locate(scale, level.value, plotArea)
      const at = y < LABEL_GAP ? y + LABEL_GAP : y - LABEL_GAP
      const low = getValue(scale, at + LABEL_GAP, plotArea)
      const high = getValue(scale, at - LABEL_GAP, plotArea)
      const isNear = (index: number) =>
        series.some(({ columnIndex }) => {
          const here = rows[index]?.values[columnIndex] ?? null
          const before = rows[index - 1]?.values[columnIndex] ?? here
          return (
            here !== null && before !== null && Math.min(here, before) < high && Math.max(here, before) > low
          )
        })
      return { at, near: rows.filter((_, index) => isNearby(index) && isNear(index)).length }
    }
    const [begin, finish] = [levels[0], levels.at(-1)]
    if (begin === undefined || finish === undefined) return []
    const left = layoutEnd(begin, (index) => index < count)
    const right = layoutEnd(finish, (index) => index >= rows.length - count)
    const isRight = right.near <= left.near
    const [x, y] = isRight ? [width, right.at] : [0, left.at]
    return [{ x, y, text, align: isRight ? 'right' : 'left', weight: 600, ...labelStyle }]
  })

const formatTicks = ({ ticks }: ValueScale, series: readonly Series[]): string[] => {
  const format = findSharedFormat(series) ?? null
  return ticks.map((tick) => formatTick(tick, format))
}

const measureLabels = (labels: readonly string[]): number =>
  Math.ceil(labels.reduce((most, label) => Math.max(most, measureText(label, FONT_SIZE)), 0)) + 14

/** Titles both value axes: by the names of their series, or else by their unit. */
function titleAxes(
  left: readonly Series[],
  right: readonly Series[],
  { width, left: marginLeft, right: marginRight }: PlotArea,
): TextMark[] {
  const maxWidth = (width + marginLeft + marginRight) / 2 - LABEL_GAP
  const y = -TITLE_HEIGHT - 2
  return [
    { x: -marginLeft, y, text: formatAxisTitle(left, maxWidth), ...labelStyle },
    { x: width + marginRight, y, text: formatAxisTitle(right, maxWidth), align: 'right', ...labelStyle },
  ]
}

function formatAxisTitle(series: readonly Series[], maxWidth: number): string {
  const names = series.map(({ name }) => name).join(', ')
  if (measureText(names, FONT_SIZE) <= maxWidth) return names
  const unit = findSharedFormat(series)?.suffix.trim() ?? ''
  return unit === '' ? truncate(names, FONT_SIZE, maxWidth) : `${series.length} series in ${unit}`
}
