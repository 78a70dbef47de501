import { rangeRef } from 'hucre/xlsx'
import type { ReportTable, TableColumn, TableRow } from '../report/table/report-table.ts'
import type { TotalKind } from '../report/columns/column-kind.ts'

/** The functions of SUBTOTAL, which leave out the rows that a filter hides. */
const subtotals: Partial<Readonly<Record<TotalKind, number>>> = { mean: 101, max: 104, min: 105, sum: 109 }

/**
 * The formula of a column's total; null where none gives the value of the screen, which looks at all rows, and only at
 * those that have a record unless it adds. Spreadsheets leave out empty cells, but not for a weighted mean.
 * `headerRows` is the number of rows above the first one.
 */
export function formatTotalFormula(table: ReportTable, index: number, headerRows: number): string | null {
  const { rows, hiddenRows, columns, total } = table
  const [column, value] = [columns[index], total?.values[index] ?? null]
  if (column === undefined || value === null || hiddenRows > 0) return null
  const last = headerRows + rows.length - 1
  const formatRange = (at: number) => rangeRef(headerRows, at + 1, last, at + 1)
  const range = formatRange(index)
  const isFilled = ({ values }: TableRow, at: number) => values[at] !== null
  if (column.total !== 'sum' && rows.some((row) => row.isRest || (!row.hasRecord && isFilled(row, index)))) {
    return null
  }
  switch (column.total) {
    case 'sum':
    case 'mean':
    case 'min':
    case 'max':
      return `SUBTOTAL(${subtotals[column.total] ?? ''},${range})`
    case 'last': {
      const row = rows.findLastIndex((one) => isFilled(one, index))
      const [line, isLast] = [headerRows + row, rows[row]?.values[index] === value]
      return isLast ? rangeRef(line, index + 1, line, index + 1) : null
    }
    case 'weightedMean': {
      const { weights } = column
      // Weights in a hidden column are not in the file.
      if (weights === null || weights < 0) return null
      if (rows.some((row) => !isFilled(row, index) || !isFilled(row, weights))) return null
      const weightRange = formatRange(weights)
      return `SUMPRODUCT(${range},${weightRange})/SUM(${weightRange})`
    }
    case 'none':
    case 'computed':
      return null
  }
}

/** The columns whose total stays the same whatever a filter hides. */
export const listFixedTotals = (table: ReportTable): TableColumn[] =>
  table.columns.filter(
    (_, index) =>
      (table.total?.values[index] ?? null) !== null &&
      formatTotalFormula(table, index, 0)?.startsWith('SUBTOTAL(') !== true,
  )
