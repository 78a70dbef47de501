import type { ReportTable, Series } from '../report/table.ts'

/** The tooltip of a row: the values of the drawn series, largest first, and their sum. */
export interface TooltipData {
  readonly label: string
  readonly hasRecord: boolean
  readonly values: readonly { readonly series: Series; readonly value: number }[]
  readonly total: number
}

/** The tooltip of the row with the given index; null if there is no such row. */
export function getTooltipData(
  table: ReportTable,
  series: readonly Series[],
  rowIndex: number,
): TooltipData | null {
  const row = table.rows[rowIndex]
  if (row === undefined) return null
  const values = series
    .map((one) => ({ series: one, value: row.values[one.columnIndex] ?? 0 }))
    .toSorted((a, b) => b.value - a.value)
  const total = values.reduce((sum, { value }) => sum + value, 0)
  return { label: row.label, hasRecord: row.hasRecord, values, total }
}
