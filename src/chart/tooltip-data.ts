import type { ReportTable, Series } from '../report/table.ts'

/** What a chart says at one row: the values of the drawn series, largest first, and their sum. */
export interface TooltipData {
  readonly label: string
  readonly recorded: boolean
  readonly values: readonly { readonly series: Series; readonly value: number }[]
  readonly total: number
}

export function tooltipAt(table: ReportTable, series: readonly Series[], order: number): TooltipData | null {
  const row = table.rows[order]
  if (row === undefined) return null
  const values = series
    .map((one) => ({ series: one, value: row.values[one.columnIndex] ?? 0 }))
    .toSorted((a, b) => b.value - a.value)
  const total = values.reduce((sum, { value }) => sum + value, 0)
  return { label: row.label, recorded: row.hasRecord, values, total }
}
