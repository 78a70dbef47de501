import { compareRows } from '../report/table/row-order.ts'
import type { ReportTable, RowOrder } from '../report/model/report-table.ts'
import { getChartType } from './types/index.ts'
import { memoize } from './memoize.ts'

/**
 * Orders the rows as a chart draws them: what connects points in time connects them in the order of time, anything else
 * has the order that the report says for charts, or that of the table. The row of the remaining rows is last, or left out.
 */
export function orderChartRows(table: ReportTable, type: string): ReportTable {
  const isConnected = getChartType(table, type).tooltip === 'line'
  return isConnected && table.keyKind !== 'text' ? orderByTime(table) : orderAsSaid(table)
}

const orderByTime = memoize((table: ReportTable) => arrangeRows(table, { column: null, isAscending: true }))
const orderAsSaid = memoize((table: ReportTable) => arrangeRows(table, table.chart?.sort ?? null))

function arrangeRows(table: ReportTable, order: RowOrder | null): ReportTable {
  const { rows, comparison, chart, keyKind } = table
  const compare = order === null ? () => 0 : compareRows(order, keyKind)
  const pairs = rows.map((row, index) => ({ row, earlier: comparison?.rows[index] ?? null }))
  const ordered = pairs
    .filter(({ row }) => !row.isRest || chart?.rest !== false)
    .toSorted(
      ({ row: one }, { row: other }) => Number(one.isRest) - Number(other.isRest) || compare(one, other),
    )
  if (ordered.length === rows.length && ordered.every(({ row }, index) => row === rows[index])) return table
  return {
    ...table,
    rows: ordered.map(({ row }) => row),
    hiddenRows: table.hiddenRows + rows.length - ordered.length,
    ...(comparison && { comparison: { ...comparison, rows: ordered.map(({ earlier }) => earlier) } }),
  }
}
