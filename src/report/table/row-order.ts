import { compareNames } from '../model/format.ts'
import { getExact } from '../../query/arithmetic.ts'
import type { ResolvedColumn } from '../model/column-kind.ts'
import type { ComputedRows } from './computed-values.ts'
import type { KeyPlan } from '../model/key-kinds.ts'
import type { ReportPlan, SortPlan } from '../model/report-plan.ts'
import { getRowId, getText, type RowOrder, type TableRow } from '../model/report-table.ts'

/** Sorts the rows, and combines or leaves out those after the first ones. */
export function orderRows(
  { rows: { key, sort, top } }: ReportPlan,
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
  computeTotals: ComputedRows['computeTotals'],
): readonly TableRow[] {
  const sorted = sort === null ? rows : rows.toSorted(compareRows(resolveSort(sort, columns), key.kind))
  if (top === null) return sorted
  const ids = new Set(
    typeof top.rows === 'number' ? sorted.slice(0, top.rows).map((row) => getRowId(row)) : top.rows,
  )
  const shown = sorted.filter((row) => ids.has(getRowId(row)))
  const labels = shown.map(({ label }) => label)
  const others = rows.filter((row) => !ids.has(getRowId(row)))
  if (top.rest === null || others.length === 0) return shown
  const rest: TableRow = {
    key: REST_KEY,
    label: nameRest(top.rest, labels),
    ...computeTotals(others),
    hasRecord: others.some(({ hasRecord }) => hasRecord),
    isRest: true,
  }
  return [...shown, rest]
}

/** Returns the label of what combines the others, which says so where one of these names is equal. */
export const nameRest = (rest: string, names: readonly string[]): string =>
  names.includes(rest) ? `${rest} (rest)` : rest

/** After all other keys. */
const REST_KEY = '\uFFFF'

/** Finds the column of an order. */
export const resolveSort = (
  { by, direction }: SortPlan,
  columns: readonly Pick<ResolvedColumn, 'from'>[],
): RowOrder => ({
  column: by === 'key' ? null : columns.findIndex(({ from }) => from === by),
  isAscending: direction === 'ascending',
})

/** Returns what compares rows by values or texts, blanks last, or by keys: names by the alphabet. */
export function compareRows({ column, isAscending }: RowOrder, keyKind: KeyPlan['kind']) {
  const sign = isAscending ? 1 : -1
  return (one: TableRow, other: TableRow): number => {
    if (column === null) {
      if (keyKind === 'text') return sign * compareNames(one.label, other.label)
      return one.key === other.key ? 0 : one.key < other.key ? -sign : sign
    }
    const [a, b] = [getExact(one.values[column]), getExact(other.values[column])]
    if (a !== null && b !== null) return sign * (a - b)
    if (a !== null || b !== null) return Number(a === null) - Number(b === null)
    const [text, otherText] = [getText(one, column), getText(other, column)]
    if (text === '' || otherText === '') return Number(text === '') - Number(otherText === '')
    return sign * compareNames(text, otherText)
  }
}

/** Says which rows are shown; null if all of `count` are. */
export function describeTop(
  { rows: { key, dimension, sort, top } }: ReportPlan,
  columns: readonly Pick<ResolvedColumn, 'from' | 'role' | 'label'>[],
  count: number,
  restLabel: string,
): string | null {
  if (sort === null || typeof top?.rows !== 'number' || count <= top.rows) return null
  const column =
    columns.find(({ from }) => from === sort.by) ?? (dimension?.id === sort.by ? dimension : undefined)
  const [low, high] =
    column === undefined || column.role === 'text' ? ['first', 'last'] : ['lowest', 'highest']
  const [from, to] = sort.direction === 'ascending' ? [low, high] : [high, low]
  const label = column?.label ?? key.label
  const others = `The other ${count - top.rows}`
  const rest = top.rest === null ? 'not shown, but counted in totals' : `combined as ${restLabel}`
  return `The first ${top.rows} of ${count} rows, from the ${from} to the ${to} ${label}. ${others} are ${rest}.`
}
