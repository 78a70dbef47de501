import { addOrBlank } from '../report/columns/column-kind.ts'
import { formatNumber } from '../report/format.ts'
import type { Comparison, ReportTable, Series, TableRow } from '../report/table/report-table.ts'
import type { Axes } from './axes.ts'
import { buildPoints, buildPolylines, type Point, type Polyline, projectPoints } from './cartesian.ts'
import { type Extent, getSeriesExtent } from './scales.ts'
import { fromDataset, type Json, pixels } from './vega-encodings.ts'

// The earlier period with which a table is compared: quieter than the chosen one, row by row.

const tables = new WeakMap<object, ReportTable>()

/**
 * The rows of the earlier period in place of those that they are compared with, blank where there is none or no record;
 * null without a comparison. Built once per table.
 */
export function getEarlierTable(table: ReportTable): ReportTable | null {
  const { comparison, ...rest } = table
  if (comparison === undefined) return null
  const known = tables.get(comparison)
  if (known !== undefined) return known
  const missing: TableRow = {
    key: '',
    label: '',
    values: table.columns.map(() => null),
    hasRecord: false,
    isRest: false,
  }
  const built = { ...rest, rows: comparison.rows.map((row) => (row?.hasRecord ? row : missing)) }
  tables.set(comparison, built)
  return built
}

/** The bounds of all values of these series in both periods, 0 included. */
export function getComparedExtent(table: ReportTable, series: readonly Series[]): Extent {
  const earlier = getEarlierTable(table)
  return earlier === null
    ? getSeriesExtent(table, series)
    : joinExtents(getSeriesExtent(table, series), getSeriesExtent(earlier, series))
}

const joinExtents = (one: Extent, other: Extent): Extent => ({
  low: Math.min(one.low, other.low),
  high: Math.max(one.high, other.high),
})

const LINE_WIDTH = 1.25
const OPACITY = 0.5

/** The earlier values as thinner lines in the colours of their series. */
export function buildEarlierLines(table: ReportTable, series: readonly Series[], axes: Axes): Polyline[] {
  const earlier = getEarlierTable(table)
  const lines = earlier === null ? [] : buildPolylines(earlier, series, axes, true)
  return lines.map((line) => ({ ...line, width: LINE_WIDTH, opacity: OPACITY }))
}

/** The earlier values as paler bars, each before that of its series. */
export function buildEarlierBars(table: ReportTable, series: readonly Series[], axes: Axes): Point[] {
  const earlier = getEarlierTable(table)
  const points = earlier === null ? [] : series.flatMap((one) => buildPoints(earlier, one))
  return projectPoints(
    points.filter(({ isBlank }) => !isBlank),
    axes,
  ).map((point) => ({ ...point, columnIndex: point.columnIndex - 0.5, opacity: OPACITY }))
}

const SUM_STYLE = { color: '#7a7f87', dash: [], shape: 'circle' } as const

/** The earlier sums of stacked series: a table with one column. */
interface EarlierSum {
  readonly table: ReportTable
  readonly series: Series
  readonly extent: Extent
}

/** The sum of these series in each row of the earlier period; null without a comparison. */
export function buildEarlierSum(table: ReportTable, stacked: readonly Series[]): EarlierSum | null {
  const earlier = getEarlierTable(table)
  const [first] = stacked
  if (earlier === null || first === undefined) return null
  const series = { ...first, id: 'earlier', ...SUM_STYLE, columnIndex: 0, isSecond: false }
  const add = ({ values }: TableRow) =>
    addOrBlank(stacked.map(({ columnIndex }) => values[columnIndex] ?? null))
  const sums = { ...earlier, rows: earlier.rows.map((row) => ({ ...row, values: [add(row)] })) }
  return { table: sums, series, extent: getSeriesExtent(sums, [series]) }
}

/** The extent of a stack and of the earlier sums. */
export const includeSum = (extent: Extent, sum: EarlierSum | null): Extent =>
  sum === null ? extent : joinExtents(extent, sum.extent)

/** A point of the grey line of earlier sums, in px of the plot; the line ends at a blank. */
interface SumPoint {
  readonly x: number
  readonly y: number
  readonly id: string
}

/** The earlier sums as a grey line. */
export function buildSumLine(sum: EarlierSum | null, { plotArea, scale }: Axes): SumPoint[] {
  if (sum === null) return []
  const slot = plotArea.width / sum.table.rows.length
  const unit = plotArea.height / (scale.max - scale.min)
  return buildPoints(sum.table, sum.series)
    .filter(({ isBlank }) => !isBlank)
    .map(({ rowIndex, value, id }) => ({ x: (rowIndex + 0.5) * slot, y: (scale.max - value) * unit, id }))
}

/** The line of earlier sums over what is stacked. */
export const sumLineLayer: Json = {
  ...fromDataset('earlierSums'),
  mark: { type: 'line', stroke: { expr: 'mutedColor' }, strokeWidth: 1.5, strokeJoin: 'bevel' },
  encoding: {
    x: pixels('x'),
    y: pixels('y'),
    detail: { field: 'id', type: 'nominal' },
    order: { value: null },
  },
}

/** How a legend names the earlier period; its symbol is grey, since it stands for all series. */
export const buildEarlierEntry = (name: string): Series => ({
  id: 'earlier',
  name,
  columnIndex: -1,
  format: null,
  sum: null,
  visible: true,
  isSecond: false,
  ...SUM_STYLE,
})

/** The earlier total of these series with the difference: `1,234.00 in February 2025 (+12.3%)`. */
export function describeEarlierTotal(
  { name, totals, earlierTotals }: Comparison,
  series: readonly Series[],
): string {
  const sum = (values: readonly (number | null)[]) =>
    series.reduce((total, { columnIndex }) => total + (values[columnIndex] ?? 0), 0)
  const [now, before] = [sum(totals), sum(earlierTotals)]
  const change = before === 0 ? '' : ` (${percent.format((now - before) / Math.abs(before))})`
  return `${formatNumber(before, series[0]?.format)} in ${name}${change}`
}

const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
