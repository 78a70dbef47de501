import { formatNumber } from '../report/format.ts'
import { compareRows } from '../report/rows/row-order.ts'
import { pickColumns } from '../report/table/pick-columns.ts'
import type { ReportTable, Series } from '../report/table/report-table.ts'
import { type Axes, findSharedFormat, listLevels, projectOnFirstAxis, splitAxes } from './axes.ts'
import { type ChartLegend, type ChartParts, type ChartSignals, EMPTY_CHART_TEXT } from './chart-type.ts'
import { type Bar, type Marks, type ShapeMark } from './marks.ts'
import { memoize } from './memoize.ts'
import { createLine } from './path-shape.ts'
import { buildGapBands } from './undrawn.ts'

// What line and bar have in common: rows on the horizontal axis, values on the vertical one.

const buildBars = memoize(({ rows }: ReportTable) =>
  memoize((series: Series): readonly Bar[] =>
    rows.flatMap(({ values }, rowIndex) => {
      const value = values[series.columnIndex] ?? 0
      const [low, high] = [Math.min(0, value), Math.max(0, value)]
      return value === 0 ? [] : [{ rowIndex, slot: series.columnIndex, low, high, opacity: 1, series }]
    }),
  ),
)

/** Builds the bars of these series, in the units of the first axis. */
export const getBars = (table: ReportTable, series: readonly Series[], axes: Axes): readonly Bar[] =>
  series.flatMap((one) => {
    const bars = buildBars(table)(one)
    if (axes.rightScale === null || !one.isSecond) return bars
    const project = projectOnFirstAxis(axes, one)
    return bars.map((bar) => ({ ...bar, low: project(bar.low), high: project(bar.high) }))
  })

type GetLine = (series: Series) => ShapeMark
type LineStyle = Pick<ShapeMark, 'width' | 'opacity'> & { readonly isDashed: boolean }

const latestLines = new WeakMap<ReportTable, { readonly layout: string; readonly getLine: GetLine }>()

/**
 * Builds a line per series, each of them one mark: a mark per point costs 250 bytes and time in every redraw. The marks
 * stay the same as long as the axes do.
 */
export function buildLines(
  table: ReportTable,
  series: readonly Series[],
  axes: Axes,
  style: LineStyle,
): ShapeMark[] {
  const { plotArea, scale, rightScale } = axes
  const layout = JSON.stringify([plotArea, scale, rightScale, style])
  const latest = latestLines.get(table)
  const getLine = latest?.layout === layout ? latest.getLine : createLines(table, axes, style)
  latestLines.set(table, { layout, getLine })
  return series.map(getLine)
}

function createLines({ rows }: ReportTable, axes: Axes, { isDashed, ...style }: LineStyle): GetLine {
  const xs = rows.map((_, index) => axes.getX(index))
  return memoize((series) => {
    const project = projectOnFirstAxis(axes, series)
    const tops = rows.map(({ values }) => {
      const value = values[series.columnIndex] ?? null
      return value === null ? null : axes.getY(project(value))
    })
    const dash = isDashed ? series.dash : []
    return { shape: createLine(xs, tops), fill: null, stroke: series.color, dash, series, ...style }
  })
}

/** Adds what the axes and the rows without a record draw to the marks of a chart. */
export const addAxes = (
  table: ReportTable,
  { plotArea, rightScale, ...axes }: Axes,
  { rules = [], texts = [], ...marks }: Partial<Marks>,
  signals: Partial<ChartSignals> = {},
): ChartParts => ({
  plotArea,
  rightScale,
  marks: {
    ...marks,
    bands: buildGapBands(table, plotArea.width),
    rules: [...axes.rules, ...rules],
    texts: [...texts, ...axes.texts],
  },
  signals: { ...axes.signals, ...signals },
})

/** Implements what line and bar charts share. */
export const cartesianType = {
  explainEmpty: (_: ReportTable, series: readonly Series[]) => (series.length > 0 ? null : EMPTY_CHART_TEXT),
  summarize: summarizeRows,
  buildRows: (table: ReportTable, series: readonly Series[]) =>
    pickColumns(
      table,
      series.map(({ columnIndex }) => columnIndex),
    ),
  buildLegend: (_: ReportTable, series: readonly Series[]): ChartLegend => ({
    entries: series,
    subtitle: null,
  }),
}

/** Formats the first and the last row that is one of its own: in time, or names in the order of the chart. */
export function formatPeriod({ rows, keyKind }: ReportTable): string {
  const own = rows.filter(({ isRest }) => !isRest)
  if (keyKind !== 'text') own.sort(compareRows({ column: null, isAscending: true }, keyKind))
  const [first = '', last = ''] = [own[0]?.label, own.at(-1)?.label]
  return first === last ? first : `${first} to ${last}`
}

function summarizeRows(table: ReportTable, series: readonly Series[]): string {
  const start = `${series.length} series, ${formatPeriod(table)};`
  const { left, right } = splitAxes(series)
  if (findSharedFormat(left) === undefined || findSharedFormat(right) === undefined) {
    return `${start} their units differ, so that heights of lines and bars cannot be compared.`
  }
  const peaks =
    right.length === 0
      ? describePeak(table, left)
      : `${describePeak(table, left)} on the left axis, and ${describePeak(table, right)} on the right one`
  const lines = (table.chart?.lines ?? []).flatMap((line) => {
    const [first] = line.axis === 'second' && right.length > 0 ? right : left
    const levels = listLevels(table, line)
    if (levels.length === 0) return []
    const [low, high] = [Math.min(...levels), Math.max(...levels)].map((at) =>
      formatNumber(at, first?.format),
    )
    return ` A line ${low === high ? `at ${low}` : `from ${low} to ${high}`}: ${line.label}.`
  })
  return `${start} the highest value is ${peaks}.${lines.join('')}`
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
