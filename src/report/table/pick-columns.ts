import type { ReportTable } from './report-table.ts'

/** The table with the columns at these positions, in this order; its series stay as they are. */
export function pickColumns(table: ReportTable, positions: readonly number[]): ReportTable {
  const { columns, rows, total, comparison } = table
  const pick = <T>(list: readonly T[]): T[] =>
    positions.flatMap((index) => (index in list ? [list[index] as T] : []))
  return {
    ...table,
    columns: pick(columns).map((column) => ({
      ...column,
      weights: column.weights === null ? null : positions.indexOf(column.weights),
    })),
    rows: rows.map((row) => ({ ...row, values: pick(row.values) })),
    total: total && { ...total, values: pick(total.values) },
    ...(comparison && {
      comparison: {
        ...comparison,
        rows: comparison.rows.map((row) => row && { ...row, values: pick(row.values) }),
        lines: comparison.lines.map((line) => ({
          ...line,
          values: pick(line.values),
          columns: pick(line.columns),
        })),
        totals: pick(comparison.totals),
        earlierTotals: pick(comparison.earlierTotals),
      },
    }),
  }
}
