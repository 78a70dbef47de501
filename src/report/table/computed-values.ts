import type { Value } from '../../query/arithmetic.ts'
import type { ResolvedColumn } from '../model/column-kind.ts'
import { getRowId, type TableRow } from '../model/report-table.ts'
import { computeTotals } from './totals.ts'

/** The rows of one year earlier, by the keys of the rows that are compared with them. */
export interface PreviousYear {
  readonly columns: readonly ResolvedColumn[]
  readonly rows: ReadonlyMap<string, TableRow>
}

/** All rows with the values of every column, and the totals of some of them. */
export interface ComputedRows {
  readonly rows: readonly TableRow[]
  readonly computeTotals: (some: readonly TableRow[]) => readonly Value[]
}

/**
 * Computes the columns that are computed from others. `rows` are all rows in the order of their keys, with the values that
 * are loaded. What is compared with the year before is blank if that is null.
 */
export function computeColumns(
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
  previousYear: PreviousYear | null,
): ComputedRows {
  if (columns.every(({ total }) => total !== 'computed')) {
    return { rows, computeTotals: (some) => computeTotals(columns, some) }
  }
  const computed = rows.map((row) => ({ ...row, values: [...row.values] }))
  const earlier = previousYear === null ? new Map<string, TableRow>() : alignColumns(previousYear, columns)
  const done = new Set<number>()
  const fill = (index: number): void => {
    const column = columns[index]
    if (column === undefined || column.operands === null || column.fields.length > 0 || done.has(index))
      return
    done.add(index)
    column.operands.forEach(fill)
    const totals = column.base === 'total' ? computeTotals(columns, computed) : []
    const getBase = (row: TableRow, at: number): readonly Value[] => {
      if (column.base === 'total') return totals
      const other = column.base === 'previousRow' ? computed[at - 1] : earlier.get(getRowId(row))
      return row.hasRecord && other?.hasRecord ? other.values : []
    }
    for (const [at, row] of computed.entries()) {
      row.values[index] = column.compute(pick(row.values, column), pick(getBase(row, at), column))
    }
  }
  columns.forEach((_, index) => fill(index))

  const whole = computeTotals(columns, computed)
  return {
    rows: computed,
    computeTotals: (some) => {
      const counterparts = some.flatMap((row) => (row.hasRecord && earlier.get(getRowId(row))) || [])
      const before = computeTotals(columns, counterparts)
      return computeTotals(columns, some, (column) => {
        if (column.base === 'total') return pick(whole, column)
        return column.base === 'previousYear' ? pick(before, column) : []
      })
    },
  }
}

const pick = (values: readonly Value[], { operands }: ResolvedColumn): readonly Value[] =>
  (operands ?? []).map((index) => values[index] ?? null)

/** The rows with their values in the order of other columns; blank where a column is missing. */
function alignColumns(
  { columns, rows }: PreviousYear,
  others: readonly ResolvedColumn[],
): ReadonlyMap<string, TableRow> {
  const indexes = others.map((other) =>
    columns.findIndex(({ from, fields }) => from === other.from && fields.join() === other.fields.join()),
  )
  return new Map(
    [...rows].map(([key, row]) => [
      key,
      { ...row, values: indexes.map((index) => row.values[index] ?? null) },
    ]),
  )
}
