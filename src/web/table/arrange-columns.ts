import type { ReportTable, TableColumn } from '../../report/model/report-table.ts'
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

/** Puts a column before the shown one on its left, or after the one on its right. Returns the fewest labels that say so. */
export function moveColumn(
  { columns: own }: Pick<ReportTable, 'columns'>,
  columns: readonly TableColumn[],
  moved: TableColumn,
  { by, isShown }: { readonly by: -1 | 1; readonly isShown: (column: TableColumn) => boolean },
): readonly string[] {
  const others = columns.filter((column) => column !== moved)
  const index = columns.indexOf(moved)
  const next = by < 0 ? others.slice(0, index).findLast(isShown) : others.slice(index).find(isShown)
  if (next === undefined) return describeOrder(own, columns)
  const target = others.indexOf(next) + (by < 0 ? 0 : 1)
  return describeOrder(own, others.toSpliced(target, 0, moved))
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
