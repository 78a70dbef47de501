import type { ColumnPlan, SortPlan } from '../../report/plan.ts'
import { isGroup } from '../columns/index.ts'
import { type Place, describeUnknown } from '../diagnostic.ts'
import type { Section } from '../sections.ts'

/** Checks that rows have an order, if one is stated or needed, and that no row is mistaken for another. */
export function checkRows(
  { value: { duplicates, sort, top, total }, origin }: Section<'rows'>,
  columns: readonly ColumnPlan[],
): void {
  for (const { kind, id, total: own } of duplicates === 'combine' ? columns : []) {
    if (kind === 'pivot' ? own.kind === 'sum' : kind === 'text' || own.kind !== 'none') continue
    const message =
      kind === 'pivot'
        ? `the numbers of one cell of '${id}' are added up, and its total is not a sum`
        : `'${id}' has the total "none", so that it would be blank where records of one key are combined`
    origin.at('duplicates').error('combine-total', message)
  }
  if (sort !== undefined) checkSort(sort, columns, origin.at('sort', 'by'))
  if (top === undefined) return
  if (sort === undefined) {
    origin.at('top').error('top-unsorted', 'the first rows are those of an order, so top needs sort')
  }
  if (top.rest !== undefined && top.rest === total) {
    origin.at('top', 'rest').error('rest-label', `'${total}' is also the label of the row of totals`)
  }
}

/** Checks that an order is by the key or by a single column that exists. */
export function checkSort({ by }: SortPlan, columns: readonly ColumnPlan[], origin: Place): void {
  if (by === 'key') return
  const column = columns.find(({ id }) => id === by)
  if (column !== undefined && !isGroup(column)) return
  const single = columns.filter((one) => !isGroup(one)).map(({ id }) => id)
  const message =
    column === undefined ? describeUnknown('column', by, ['key', ...single]) : `'${by}' is a group of columns`
  origin.error('sort-column', message)
}
