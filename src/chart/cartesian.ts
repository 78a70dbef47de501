import { formatNumber } from '../report/format.ts'
import { pickColumns } from '../report/table/pick-columns.ts'
import type { ReportTable, Series } from '../report/table/report-table.ts'
import { type Axes, findSharedFormat, projectOnFirstAxis, splitAxes } from './axes.ts'
import { type ChartLegend, EMPTY_CHART_TEXT } from './chart-type.ts'
import { BLANK, buildLineShape, type LineShape } from './line-shape.ts'

// What line and bar have in common: rows on the horizontal axis, values on the vertical one.

/**
 * One value of one series, as a datum of the view. Text of a record (label, name) is a value, never a field name (S46).
 * Points are shared between models: the view recognizes by identity those that it already has.
 */
export interface Point {
  readonly label: string
  readonly rowIndex: number
  /** 0 for a blank. */
  readonly value: number
  readonly isBlank: boolean
  /** The line of the point, which ends at a blank; it is not text of a record. */
  readonly id: string
  /** The column of the series; the bars of a row are in this order. */
  readonly columnIndex: number
  /** Opaque without it. */
  readonly opacity?: number
  readonly series: Series
}

/** A whole line as one mark, in px of the plot. */
export interface Polyline {
  readonly shape: LineShape
  readonly dash: readonly number[]
  readonly width: number
  /** Opaque without it. */
  readonly opacity?: number
  readonly series: Series
}

const cache = new WeakMap<ReportTable, Map<Series, readonly Point[]>>()

/** The points of one series, in the order of the rows; built once per table. */
export function buildPoints(table: ReportTable, series: Series): readonly Point[] {
  const known = cache.get(table) ?? new Map<Series, readonly Point[]>()
  cache.set(table, known)
  const { id, columnIndex } = series
  let gaps = 0
  const points =
    known.get(series) ??
    table.rows.map(({ label, values }, rowIndex) => {
      const value = values[columnIndex] ?? null
      if (value === null) gaps++
      return {
        label,
        rowIndex,
        value: value ?? 0,
        isBlank: value === null,
        id: gaps === 0 ? id : `${id}.${gaps}`,
        columnIndex,
        series,
      }
    })
  known.set(series, points)
  return points
}

/** Points at their height on the first axis. */
export function projectPoints(points: readonly Point[], axes: Axes): readonly Point[] {
  if (axes.rightScale === null) return points
  return points.map((point) => {
    const value = projectOnFirstAxis(axes, point.series)(point.value)
    return value === point.value ? point : { ...point, value }
  })
}

/** The lines of one layout of the axes. */
interface DrawnLines {
  readonly layout: string
  readonly lefts: Int32Array
  readonly lines: Map<Series, Polyline>
}

const drawnLines = new WeakMap<ReportTable, DrawnLines>()

const toTenths = (value: number) => Math.round(value * 10)

/**
 * Lines of very many points, one mark each. A mark per point costs 250 bytes and time in every redraw: 200 series over
 * a year need a fifth of the memory as polylines. As long as the axes are the same, so are the lines: the view
 * recognizes by identity those that it already has.
 */
export function buildPolylines(
  table: ReportTable,
  series: readonly Series[],
  axes: Axes,
  isDashed: boolean,
): Polyline[] {
  const { width, height } = axes.plotArea
  const layout = JSON.stringify([width, height, axes.scale, axes.rightScale, isDashed])
  const known = drawnLines.get(table)
  const slot = width / table.rows.length
  const drawn =
    known?.layout === layout
      ? known
      : {
          layout,
          lefts: Int32Array.from(table.rows, (_, index) => toTenths((index + 0.5) * slot)),
          lines: new Map(),
        }
  drawnLines.set(table, drawn)
  return series.map((one) => {
    const line = drawn.lines.get(one) ?? {
      shape: buildLineShape(drawn.lefts, computeTops(table, one, axes)),
      dash: isDashed ? one.dash : [],
      width: isDashed ? 2 : 1,
      series: one,
    }
    drawn.lines.set(one, line)
    return line
  })
}

/** The distances of a line's points from the top of the plot, in tenths of a px. */
function computeTops({ rows }: ReportTable, series: Series, axes: Axes): Int32Array {
  const { min, max } = axes.scale
  const unit = axes.plotArea.height / (max - min)
  const project = projectOnFirstAxis(axes, series)
  return Int32Array.from(rows, ({ values }) => {
    const value = values[series.columnIndex] ?? null
    return value === null ? BLANK : toTenths((max - project(value)) * unit)
  })
}

/** What line and bar have in common as chart types. */
export const cartesianType = {
  explainEmpty: (_: ReportTable, series: readonly Series[]) => (series.length > 0 ? null : EMPTY_CHART_TEXT),
  summarize: summarizeRows,
  buildRows: buildSeriesRows,
  buildLegend: (_: ReportTable, series: readonly Series[]): ChartLegend => ({
    entries: series,
    subtitle: null,
  }),
}

/** The first and the last row that is one of its own. */
export function formatPeriod({ rows }: ReportTable): string {
  const first = rows[0]?.label ?? ''
  const last = rows.findLast(({ isRest }) => !isRest)?.label ?? ''
  return first === last ? first : `${first} to ${last}`
}

function summarizeRows(table: ReportTable, series: readonly Series[]): string {
  const start = `${series.length} series, ${formatPeriod(table)};`
  const { left, right } = splitAxes(series)
  if (findSharedFormat(left) === undefined || findSharedFormat(right) === undefined) {
    return `${start} their units differ, so that heights of lines and bars cannot be compared.`
  }
  if (right.length === 0) return `${start} the highest value is ${describePeak(table, left)}.`
  return `${start} the highest value is ${describePeak(table, left)} on the left axis, and ${describePeak(table, right)} on the right one.`
}

function describePeak(table: ReportTable, series: readonly Series[]): string {
  const { value, name, label, format } = findPeak(table, series)
  return Number.isFinite(value) ? `${formatNumber(value, format)} (${name}, ${label})` : 'blank'
}

function findPeak({ rows }: ReportTable, series: readonly Series[]) {
  let peak = { value: -Infinity, name: '', label: '', format: series[0]?.format ?? null }
  for (const { name, columnIndex, format } of series) {
    for (const { label, values, isRest } of rows) {
      const value = values[columnIndex] ?? null
      if (!isRest && value !== null && value > peak.value) peak = { value, name, label, format }
    }
  }
  return peak
}

/** The rows of the table with the given series alone. */
function buildSeriesRows(table: ReportTable, series: readonly Series[]): ReportTable {
  const positions = series.map(({ columnIndex }) => columnIndex)
  return pickColumns(table, positions)
}
