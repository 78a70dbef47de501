import type { ResolvedColumn } from '../columns/column-kind.ts'
import type { ComputedRows } from '../table/computed-values.ts'
import { getKeyKind } from './key-kinds.ts'
import type { ReportPlan, SortPlan } from '../plan.ts'
import { getText, type TableRow } from '../table/report-table.ts'

/** Sorts the rows, and combines or leaves out those after the first ones. */
export function orderRows(
  { rows: { key, sort, top } }: ReportPlan,
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
  computeTotals: ComputedRows['computeTotals'],
): readonly TableRow[] {
  const sorted = sort === null ? rows : sortRows(sort, getKeyKind(key).isSorted, columns, rows)
  if (top === null || rows.length <= top.rows) return sorted
  const shown = sorted.slice(0, top.rows)
  if (top.rest === null) return shown
  const kept = new Set(shown)
  const others = rows.filter((row) => !kept.has(row))
  const rest: TableRow = {
    key: REST_KEY,
    label: top.rest,
    values: computeTotals(others),
    hasRecord: others.some(({ hasRecord }) => hasRecord),
    isRest: true,
  }
  return [...shown, rest]
}

/** Orders names as a reader would: without regard to case, numbers by their size. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true })

/** After all other keys. */
const REST_KEY = '\uFFFF'

/** Sorts by values, blanks last, or by keys; rows of equal values keep their order. */
function sortRows(
  { by, direction }: SortPlan,
  isSortedByKey: boolean,
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
): readonly TableRow[] {
  const isAscending = direction === 'ascending'
  if (by === 'key') {
    const sorted = isSortedByKey ? rows : rows.toSorted((one, other) => compareNames(one.label, other.label))
    return isAscending ? sorted : sorted.toReversed()
  }
  const index = columns.findIndex(({ from }) => from === by)
  if (columns[index]?.role === 'text') {
    return rows.toSorted((one, other) => {
      const [a, b] = [getText(one, index), getText(other, index)]
      if (a === '' || b === '') return Number(a === '') - Number(b === '')
      return isAscending ? compareNames(a, b) : compareNames(b, a)
    })
  }
  return rows.toSorted((one, other) => {
    const [a, b] = [one.values[index] ?? null, other.values[index] ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return isAscending ? a - b : b - a
  })
}

/** Which rows are shown; null if all of `count` are. */
export function describeTop({ rows: { key, sort, top }, columns }: ReportPlan, count: number): string | null {
  if (sort === null || top === null || count <= top.rows) return null
  const column = columns.find(({ id }) => id === sort.by)
  const [low, high] =
    column === undefined || column.role === 'text' ? ['first', 'last'] : ['lowest', 'highest']
  const [from, to] = sort.direction === 'ascending' ? [low, high] : [high, low]
  const label = column?.label ?? key.label
  const others = `The other ${count - top.rows}`
  const rest = top.rest === null ? 'not shown, but counted in totals' : `combined as ${top.rest}`
  return `The first ${top.rows} of ${count} rows, from the ${from} to the ${to} ${label}. ${others} are ${rest}.`
}
