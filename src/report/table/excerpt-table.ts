import { formatNames } from '../model/format.ts'
import type { ReportTable, TableColumn } from '../model/report-table.ts'
import { isAdded } from './added-columns.ts'
import { pickColumns } from './pick-columns.ts'

const MAX_NAMES = 6

/** Returns some rows and columns of a table with its totals, and a sentence on the others; empty for none. */
export function excerptTable(table: ReportTable, most: Readonly<Record<'rows' | 'columns', number>>) {
  const indexes = chooseColumns(table, most.columns)
  const [start, end] = chooseRows(table, most.rows)
  const picked = pickColumns(table, indexes)
  const { rows, comparison } = picked
  const shown = rows.slice(start, end)
  const others = table.columns.flatMap(({ label, hidden }, index) =>
    hidden || indexes.includes(index) ? [] : [label],
  )
  return {
    table: {
      ...picked,
      rows: shown,
      ...(comparison && { comparison: { ...comparison, rows: comparison.rows.slice(start, end) } }),
    },
    notShown: describeNotShown(rows.length - shown.length, others),
  }
}

/**
 * Returns the first columns, with the last column of totals and what a reader added, in the order of the table. Columns to
 * which something was added come first.
 */
function chooseColumns({ columns }: ReportTable, most: number): readonly number[] {
  const visible = columns.flatMap((column, index) => (column.hidden ? [] : { column, index }))
  const own = visible.filter(({ column }) => !isAdded(column))
  const total = own.findLast(({ column }) => column.role === 'total')
  const kept = visible.filter((place) => place === total || isAdded(place.column))
  const added = visible.filter(({ column }) => isAdded(column))
  const isBase = ({ id }: TableColumn) => added.some(({ column }) => column.id.startsWith(`${id}-`))
  const first = own
    .filter((place) => place !== total)
    .toSorted((one, other) => Number(isBase(other.column)) - Number(isBase(one.column)))
    .slice(0, Math.max(0, most - kept.length))
  return visible.flatMap((place) => ([...kept, ...first].includes(place) ? place.index : []))
}

/** Finds the last rows up to the latest record where keys follow time, else the first rows. */
function chooseRows({ rows, keyKind }: ReportTable, most: number): readonly [number, number] {
  const [first, last] = [rows[0]?.key ?? '', rows.at(-1)?.key ?? '']
  const isAscending = keyKind !== 'text' && first < last && rows.every(({ isRest }) => !isRest)
  if (!isAscending) return [0, most]
  const end = Math.max(most, rows.findLastIndex(({ hasRecord }) => hasRecord) + 1)
  return [Math.max(0, end - most), end]
}

function describeNotShown(rows: number, columns: readonly string[]): string {
  const names = `the ${columns.length === 1 ? 'column' : 'columns'} ${formatNames(columns, MAX_NAMES)}`
  const parts = [
    ...(rows === 0 ? [] : [`${rows} other ${rows === 1 ? 'row' : 'rows'}`]),
    ...(columns.length === 0 ? [] : [names]),
  ]
  return parts.length === 0 ? '' : `Not shown: ${parts.join(', and ')}.`
}
