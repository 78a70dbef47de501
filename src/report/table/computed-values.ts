import type { Value } from '../../query/arithmetic.ts'
import { type Cell, evaluate, noPlaces } from '../../query/formula.ts'
import type { Place, ResolvedColumn } from '../model/column-kind.ts'
import type { ReportResponse } from '../model/report-response.ts'
import { getOrAdd } from '../../query/get-or-add.ts'
import { getRowId, type TableRow } from '../model/report-table.ts'
import { combineGaps, isRead } from './gaps.ts'
import { aggregateColumn } from './totals.ts'

/** The rows of one year earlier, by the keys of the rows that are compared with them. */
export interface PreviousYear {
  readonly columns: readonly ResolvedColumn[]
  readonly rows: ReadonlyMap<string, TableRow>
}

/** All rows with the values of every column, and the totals of some of them. */
export interface ComputedRows {
  readonly rows: readonly TableRow[]
  readonly computeTotals: (some: readonly TableRow[]) => Pick<TableRow, 'values' | 'gaps'>
}

/** A value, and what joined datasets lack of the records that it reads. */
interface Tracked {
  readonly value: Value
  readonly gaps: readonly string[]
}

type ColumnCell = Cell<number, Place>

/**
 * Computes the columns that are formulas. `rows` are all rows in the order of their keys, with the values that are loaded.
 * What is compared with the year before is blank if that is null. `partial` is what joined datasets lack of all records.
 */
export function computeColumns(
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
  previousYear: PreviousYear | null,
  partial?: ReportResponse['partial'],
): ComputedRows {
  const computed = rows.map(({ gaps, ...row }) => ({
    ...row,
    values: [...row.values],
    ...(partial && { gaps: combineGaps(columns, gaps ? [{ gaps }] : []) }),
  }))
  const { track, use, add } = createGaps()
  const earlier = previousYear === null ? new Map<string, TableRow>() : alignColumns(previousYear, columns)
  const whole = createTotalCell(computed)
  const done = new Set<number>()
  /** Computes the values of a column before those that read it. */
  const fill = (index: number): void => {
    const { formula = null, fields = [] } = columns[index] ?? {}
    if (formula === null || fields.length > 0 || done.has(index)) return
    done.add(index)
    for (const [position, row] of computed.entries()) {
      const tracked = track(() => evaluate(formula, createRowCell(row, position)))
      row.values[index] = tracked.value
      if (row.gaps) row.gaps[index] = [...tracked.gaps]
    }
  }
  const createRowCell = (row: TableRow, position: number): ColumnCell => ({
    read: (index) => {
      fill(index)
      return use({ value: row.values[index] ?? null, gaps: row.gaps?.[index] ?? [] })
    },
    at: (place) => {
      if (place === 'total') return whole
      if (place === 'key' || place === 'dimension') return createCommonCell([row], place)
      const isPrevious = place === 'previousRow'
      const earlierRow = isPrevious ? computed[position - 1] : earlier.get(getRowId(row))
      if (!row.hasRecord || earlierRow?.hasRecord !== true) return null
      return isPrevious ? createRowCell(earlierRow, position - 1) : createEarlierCell(earlierRow)
    },
    list: () => computed.map(createRowCell),
  })
  /** Creates the cell of all rows that have a key or dimension of some rows. */
  const createCommonCell = (some: readonly TableRow[], place: 'key' | 'dimension'): ColumnCell => {
    const texts = new Set(some.map((row) => row[place]))
    return createTotalCell(computed.filter((row) => texts.has(row[place])))
  }
  /** Creates the cell of several rows. `isShown` for a row of the table, which some columns leave blank. */
  function createTotalCell(some: readonly TableRow[], isShown = false): ColumnCell {
    const totals = new Map<number, Tracked>()
    const cell: ColumnCell = {
      read: (index) =>
        use(getOrAdd(totals, index, () => track(() => computeTotal(index, some, cell, isShown)))),
      at: (place) => {
        if (place === 'previousRow') return null
        if (place === 'key' || place === 'dimension') return createCommonCell(some, place)
        if (place === 'total') return whole
        return createTotalCell(some.flatMap((row) => (row.hasRecord && earlier.get(getRowId(row))) || []))
      },
      list: () => [],
    }
    return cell
  }
  function computeTotal(index: number, some: readonly TableRow[], cell: ColumnCell, isShown: boolean): Value {
    const column = columns[index]
    if (column === undefined) return null
    if (column.total === 'none' && (isShown || column.aggregate !== 'sum')) return null
    // The value of the last time that has one, of all records of that time.
    const last = some.at(-1)?.key
    if (column.total === 'last' && column.sampling === null && some[0]?.key !== last) {
      const isLast = ({ key }: TableRow) => key === last
      const atEnd = createTotalCell(some.filter(isLast)).read(index)
      return atEnd ?? createTotalCell(some.filter((row) => !isLast(row))).read(index)
    }
    if (column.aggregate === 'computed') return column.formula && evaluate(column.formula, cell)
    fill(index)
    // A value of a pivot lacks only what its own cells lack.
    const isWhole = some === computed && column.member === ''
    const lacks = isWhole ? (partial ?? []).filter(({ fields }) => isRead(column, fields)) : []
    add(lacks.length > 0 ? lacks.map(({ text }) => text) : some.flatMap((row) => row.gaps?.[index] ?? []))
    return aggregateColumn(column, index, some)
  }
  columns.forEach((_, index) => fill(index))
  return {
    rows: computed,
    computeTotals: (some) => {
      const cell = createTotalCell(some, true)
      const totals = columns.map((_, index) => track(() => cell.read(index)))
      return {
        values: totals.map(({ value }) => value),
        ...(partial && { gaps: totals.map((total) => total.gaps) }),
      }
    },
  }
}

/** Collects what the value that is being computed lacks, and the values that it reads. */
function createGaps() {
  let gaps = new Set<string>()
  const add = (texts: readonly string[]): void => {
    for (const text of texts) gaps.add(text)
  }
  return {
    add,
    /** Computes a value with what it lacks. */
    track: (compute: () => Value): Tracked => {
      const outer = gaps
      gaps = new Set()
      const tracked = { value: compute(), gaps: [...gaps] }
      gaps = outer
      return tracked
    },
    /** Returns a value for the one that is being computed, which lacks the same. */
    use: ({ value, gaps: lacking }: Tracked): Value => {
      add(lacking)
      return value
    },
  }
}

/** Creates the cell of a row of the year before, whose own earlier rows are not loaded. */
const createEarlierCell = ({ values }: TableRow): ColumnCell => ({
  ...noPlaces,
  read: (index) => values[index] ?? null,
})

/** Returns the rows with their values in the order of other columns; blank where a column is missing. */
function alignColumns(
  { columns, rows }: PreviousYear,
  others: readonly ResolvedColumn[],
): ReadonlyMap<string, TableRow> {
  const indexes = others.map((column) =>
    columns.findIndex(
      ({ from, fields, member }) =>
        from === column.from && member === column.member && fields.join() === column.fields.join(),
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
