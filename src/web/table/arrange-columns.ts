import { countLeading, type ReportTable, type TableColumn } from '../../report/model/report-table.ts'
import type { Visibility } from '../../report/model/series.ts'

/** Returns the columns that are shown, by the fewest labels: an address contains them. */
export function describeShown(
  columns: readonly TableColumn[],
  isChosen: (column: TableColumn) => boolean,
): Visibility {
  const describe = (mode: 'default' | 'none'): Visibility => {
    const differing = columns.filter((column) => (mode === 'default' && !column.hidden) !== isChosen(column))
    return { mode, toggled: new Set(differing.map(({ label }) => label)) }
  }
  const [usual, none] = [describe('default'), describe('none')]
  return none.toggled.size < usual.toggled.size ? none : usual
}

interface Move {
  readonly by: -1 | 1
  readonly isShown: (column: TableColumn) => boolean
}

/** Finds the shown column that a column can move past; undefined for none. The second key of a table stays. */
export function findNeighbour(
  table: ReportTable,
  columns: readonly TableColumn[],
  moved: TableColumn,
  { by, isShown }: Move,
): TableColumn | undefined {
  const movable = columns.slice(countLeading(table) - 1)
  const index = movable.indexOf(moved)
  if (index < 0) return undefined
  return by < 0 ? movable.slice(0, index).findLast(isShown) : movable.slice(index + 1).find(isShown)
}

/** Puts a column before its shown neighbour on the left, or after the right one. Returns the fewest labels that say so. */
export function moveColumn(
  table: ReportTable,
  columns: readonly TableColumn[],
  moved: TableColumn,
  move: Move,
): readonly string[] {
  const next = findNeighbour(table, columns, moved, move)
  if (next === undefined) return describeOrder(table.columns, columns)
  const others = columns.filter((column) => column !== moved)
  const target = others.indexOf(next) + (move.by < 0 ? 0 : 1)
  return describeOrder(table.columns, others.toSpliced(target, 0, moved))
}

/** Returns the labels of the first columns of an order, after which the others follow in their own. */
function describeOrder(own: readonly TableColumn[], ordered: readonly TableColumn[]): readonly string[] {
  const isFollowed = (count: number) => {
    const first = new Set(ordered.slice(0, count))
    const rest = own.filter((column) => !first.has(column))
    return rest.every((column, index) => column === ordered[count + index])
  }
  const count = ordered.findIndex((_, index) => isFollowed(index))
  return ordered.slice(0, Math.max(0, count)).map(({ label }) => label)
}
