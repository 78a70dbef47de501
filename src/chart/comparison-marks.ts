import { addOrBlank } from '../query/arithmetic.ts'
import { formatNumber } from '../report/model/format.ts'
import { computeChange } from '../report/table/add-comparison.ts'
import type { Comparison, ReportTable, Series, TableRow } from '../report/model/report-table.ts'
import { memoize } from './memoize.ts'
import { type Extent, getSeriesExtent, joinExtents } from './scales.ts'
import { listValues, type TableRecord } from './table-data.ts'

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

/** Finds the bounds of all values of these series in both periods. */
export function getComparedExtent(table: ReportTable, series: readonly Series[]): Extent {
  const earlier = getEarlierTable(table)
  const tables = earlier === null ? [table] : [table, earlier]
  return joinExtents(tables.map((one) => getSeriesExtent(one, series)))
}

/** Builds the values of the earlier period, like those of the table; none without a comparison. */
export function buildEarlierRecords(table: ReportTable, series: readonly Series[]): readonly TableRecord[] {
  const earlier = getEarlierTable(table)
  return earlier === null ? [] : listValues(earlier, series)
}

/** Adds these series up in each row of the earlier period; no row without a comparison. */
export const buildEarlierSums = (table: ReportTable, stacked: readonly Series[]) =>
  (getEarlierTable(table)?.rows ?? []).map(({ values }, row) => ({
    row,
    value: addOrBlank(stacked.map(({ columnIndex }) => values[columnIndex] ?? null)),
  }))

export const EARLIER_COLOR = '#7a7f87'

/** Builds the legend entry of the earlier period, which is drawn for all series; none without a comparison. */
export const buildEarlierEntry = ({ comparison }: ReportTable, name: (period: string) => string): Series[] =>
  comparison === undefined ? [] : [buildGreyEntry(name(comparison.name), 'circle')]

/** Builds the legend entry of what is drawn for all series; its symbol is grey. */
export const buildGreyEntry = (name: string, shape: string): Series => ({
  id: shape,
  name,
  columnIndex: -1,
  format: null,
  sum: null,
  visible: true,
  isSecond: false,
  color: EARLIER_COLOR,
  dash: [],
  shape,
})

/** Formats the earlier total of these series with the difference: `1,234.00 in February 2025 (+12.3%)`. */
export function describeEarlierTotal(
  { name, totals, earlierTotals }: Comparison,
  series: readonly Series[],
): string {
  const sum = (values: readonly (number | null)[]) =>
    series.reduce((total, { columnIndex }) => total + (values[columnIndex] ?? 0), 0)
  const [now, before] = [sum(totals), sum(earlierTotals)]
  const { value, format } = computeChange(now, before, null)
  const change = value === null ? '' : ` (${formatNumber(value, format)})`
  return `${formatNumber(before, series[0]?.format)} in ${name}${change}`
}
