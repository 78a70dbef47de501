import type { ChartType } from '../report/plan.ts'
import type { ReportTable } from '../report/table/report-table.ts'
import { memoize } from './memoize.ts'
import { chartTypes } from './types/index.ts'

/**
 * Orders the rows as a chart draws them: what connects points in time connects them in the order of time, whatever the
 * table is sorted by. The row of the remaining rows stays last.
 */
export function orderChartRows(table: ReportTable, type: ChartType): ReportTable {
  const { tooltip } = chartTypes[type]
  const isConnected = tooltip.kind === 'row' && tooltip.cursor === 'line'
  return isConnected && table.keyKind !== 'text' ? orderByTime(table) : table
}

const orderByTime = memoize((table: ReportTable): ReportTable => {
  const { rows, comparison } = table
  const pairs = rows.map((row, index) => ({ row, earlier: comparison?.rows[index] ?? null }))
  const ordered = pairs.toSorted(({ row: one }, { row: other }) =>
    one.isRest !== other.isRest ? Number(one.isRest) - Number(other.isRest) : one.key < other.key ? -1 : 1,
  )
  if (ordered.every(({ row }, index) => row === rows[index])) return table
  return {
    ...table,
    rows: ordered.map(({ row }) => row),
    ...(comparison && { comparison: { ...comparison, rows: ordered.map(({ earlier }) => earlier) } }),
  }
})
