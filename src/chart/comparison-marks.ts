import { addOrBlank } from '../query/arithmetic.ts'
import { formatNumber } from '../report/format.ts'
import type { Comparison, ReportTable, Series, TableRow } from '../report/table/report-table.ts'
import type { Axes } from './axes.ts'
import { buildLines, getBars } from './cartesian.ts'
import { type Bar, type ShapeMark } from './marks.ts'
import { memoize } from './memoize.ts'
import { type Extent, getSeriesExtent, joinExtents } from './scales.ts'

// The earlier period with which a table is compared: quieter than the chosen one, row by row.

/**
 * Puts the rows of the earlier period in place of those that they are compared with, blank if there is none or no
 * record; null without a comparison.
 */
export const getEarlierTable = memoize(({ comparison, ...table }: ReportTable): ReportTable | null => {
  if (comparison === undefined) return null
  const values = table.columns.map(() => null)
  const missing: TableRow = { key: '', label: '', values, hasRecord: false, isRest: false }
  return { ...table, rows: comparison.rows.map((row) => (row?.hasRecord ? row : missing)) }
})

/** Finds the bounds of all values of these series in both periods, 0 included. */
export function getComparedExtent(table: ReportTable, series: readonly Series[]): Extent {
  const earlier = getEarlierTable(table)
  const tables = earlier === null ? [table] : [table, earlier]
  return joinExtents(tables.map((one) => getSeriesExtent(one, series)))
}

const OPACITY = 0.5

/** Builds the earlier values as thinner lines in the colours of their series. */
export function buildEarlierLines(table: ReportTable, series: readonly Series[], axes: Axes): ShapeMark[] {
  const earlier = getEarlierTable(table)
  if (earlier === null) return []
  return buildLines(earlier, series, axes, { isDashed: true, width: 1.25, opacity: OPACITY })
}

/** Builds the earlier values as paler bars, each before that of its series. */
export function buildEarlierBars(table: ReportTable, series: readonly Series[], axes: Axes): Bar[] {
  const earlier = getEarlierTable(table)
  const bars = earlier === null ? [] : getBars(earlier, series, axes)
  return bars.map((bar) => ({ ...bar, slot: bar.slot - 0.5, opacity: OPACITY }))
}

const SUM_STYLE = { color: '#7a7f87', dash: [], shape: 'circle' } as const

/** Adds these series up in each row of the earlier period, as a table with one column; null without a comparison. */
export function buildEarlierSum(table: ReportTable, stacked: readonly Series[]) {
  const earlier = getEarlierTable(table)
  const [first] = stacked
  if (earlier === null || first === undefined) return null
  const series = { ...first, id: 'earlier', ...SUM_STYLE, columnIndex: 0, isSecond: false }
  const add = ({ values }: TableRow) =>
    addOrBlank(stacked.map(({ columnIndex }) => values[columnIndex] ?? null))
  const sums = { ...earlier, rows: earlier.rows.map((row) => ({ ...row, values: [add(row)] })) }
  return { table: sums, series, extent: getSeriesExtent(sums, [series]) }
}

/** Builds the earlier sums as a grey line. */
export const buildSumLine = (sum: ReturnType<typeof buildEarlierSum>, axes: Axes): ShapeMark[] =>
  sum === null ? [] : buildLines(sum.table, [sum.series], axes, { isDashed: false, width: 1.5, opacity: 1 })

/** Builds the legend entry of the earlier period; its symbol is grey, since it stands for all series. */
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

/** Formats the earlier total of these series with the difference: `1,234.00 in February 2025 (+12.3%)`. */
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
