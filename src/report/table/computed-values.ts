import type { Value } from '../../query/arithmetic.ts'
import { type Cell, evaluate } from '../../query/formula.ts'
import type { Place, ResolvedColumn } from '../model/column-kind.ts'
import { getRowId, type TableRow } from '../model/report-table.ts'
import { aggregateColumn } from './totals.ts'

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

type ColumnCell = Cell<number, Place>

/**
 * Computes the columns that are formulas. `rows` are all rows in the order of their keys, with the values that are loaded.
 * What is compared with the year before is blank if that is null.
 */
export function computeColumns(
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
  previousYear: PreviousYear | null,
): ComputedRows {
  const computed = rows.map((row) => ({ ...row, values: [...row.values] }))
  const earlier = previousYear === null ? new Map<string, TableRow>() : alignColumns(previousYear, columns)
  const whole = createTotalCell(computed)
  const done = new Set<number>()
  /** Computes the values of a column before those that read it. */
  const fill = (index: number): void => {
    const { formula = null, fields = [] } = columns[index] ?? {}
    if (formula === null || fields.length > 0 || done.has(index)) return
    done.add(index)
    for (const [position, row] of computed.entries()) {
      row.values[index] = evaluate(formula, createRowCell(row, position))
    }
  }
  const createRowCell = (row: TableRow, position: number): ColumnCell => ({
    read: (index) => {
      fill(index)
      return row.values[index] ?? null
    },
    at: (place) => {
      if (place === 'total') return whole
      if (place === 'key') return createTotalCell(computed.filter(({ key }) => key === row.key))
      if (place === 'dimension') {
        return createTotalCell(computed.filter(({ dimension }) => dimension === row.dimension))
      }
      const isPrevious = place === 'previousRow'
      const other = isPrevious ? computed[position - 1] : earlier.get(getRowId(row))
      if (!row.hasRecord || other?.hasRecord !== true) return null
      return isPrevious ? createRowCell(other, position - 1) : createEarlierCell(other)
    },
    list: () => computed.map(createRowCell),
  })
  function createTotalCell(some: readonly TableRow[]): ColumnCell {
    const known = new Map<number, Value>()
    const cell: ColumnCell = {
      read: (index) => {
        const before = known.get(index)
        if (before !== undefined) return before
        const value = computeTotal(index, some, cell)
        known.set(index, value)
        return value
      },
      at: (place) => {
        if (place === 'total') return some === computed ? cell : whole
        if (place === 'key' || place === 'dimension') return cell
        if (place === 'previousRow') return null
        return createTotalCell(some.flatMap((row) => (row.hasRecord && earlier.get(getRowId(row))) || []))
      },
      list: () => [],
    }
    return cell
  }
  function computeTotal(index: number, some: readonly TableRow[], cell: ColumnCell): Value {
    const column = columns[index]
    if (column === undefined || column.total === 'none') return null
    if (column.aggregate === 'computed') return column.formula && evaluate(column.formula, cell)
    fill(index)
    return aggregateColumn(column, index, some)
  }
  columns.forEach((_, index) => fill(index))
  return {
    rows: computed,
    computeTotals: (some) => {
      const cell = createTotalCell(some)
      return columns.map((_, index) => cell.read(index))
    },
  }
}

/** Creates the cell of a row of the year before, whose own earlier rows are not loaded. */
const createEarlierCell = ({ values }: TableRow): ColumnCell => ({
  read: (index) => values[index] ?? null,
  at: () => null,
  list: () => [],
})

/** Returns the rows with their values in the order of other columns; blank where a column is missing. */
function alignColumns(
  { columns, rows }: PreviousYear,
  others: readonly ResolvedColumn[],
): ReadonlyMap<string, TableRow> {
  const indexes = others.map((other) =>
    columns.findIndex(
      ({ from, fields, member }) =>
        from === other.from && member === other.member && fields.join() === other.fields.join(),
    ),
  )
  return new Map(
    [...rows].map(([key, row]) => [
      key,
      {
        ...row,
        values: indexes.map((index) => row.values[index] ?? null),
        ...(row.samples && { samples: indexes.map((index) => row.samples?.[index] ?? []) }),
      },
    ]),
  )
}
