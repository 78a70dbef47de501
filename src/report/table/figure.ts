import { addOrBlank, operations, type Value } from '../../query/arithmetic.ts'
import type { NumberFormat } from '../format.ts'
import type { ReportTable, TableRow } from './report-table.ts'

/** What a report shows at a glance: one number, how it changed, and its course. */
export interface Figure {
  /** What the number is: the header of its column, the row it is from, or `Total`. */
  readonly label: string
  /** Null if the report has no number that stands for it, such as one of rates alone. */
  readonly value: Value
  readonly format: NumberFormat | null
  /** The change as a part of what it is compared with, 0.25 for a quarter more; null if that is missing or 0. */
  readonly change: number | null
  /** What it is compared with: the period before, as much of it as this period has records for, or the row of a label. */
  readonly since: 'period' | 'same part' | { readonly row: string }
  /** The number of each row in the order of the keys; null for a row without a record. */
  readonly points: readonly Value[]
}

/**
 * Builds the figure of a loaded table; null without records. A report with a row of totals is represented by its total,
 * which is compared with that of `earlier`, over as many rows as the later one has up to its last record; another one by
 * its latest row, which is compared with the row before. `earlier` is the table of the period before, null for none.
 * `from` is the id of the column or group of the report that represents it, null for the last column of totals.
 */
export function buildFigure(
  table: ReportTable,
  earlier: ReportTable | null,
  from: string | null = null,
): Figure | null {
  const rows = sortRows(table)
  const end = rows.findLastIndex(({ hasRecord }) => hasRecord) + 1
  const latest = rows[end - 1]
  if (latest === undefined) return null
  const { columns, label, format } = chooseColumns(table, from)
  const points = rows.map((row) => (row.hasRecord ? addUp(columns, row.values) : null))
  if (table.total === null) {
    const before = rows.slice(0, end - 1).findLast(({ hasRecord }) => hasRecord)
    const value = addUp(columns, latest.values)
    const change = before === undefined ? null : operations.change(value, addUp(columns, before.values))
    return { label: latest.label, value, format, change, since: { row: before?.label ?? '' }, points }
  }
  const value = addUp(columns, table.total.values)
  const isWhole = end === rows.length
  // The earlier period can have other columns.
  const before = earlier && addUpRows(earlier, from, isWhole ? Infinity : end)
  return {
    label,
    value,
    format,
    change: operations.change(value, before),
    since: isWhole ? 'period' : 'same part',
    points,
  }
}

/** The sum of the values of some columns; null without columns, and if all values are blank. */
const addUp = (columns: readonly number[], values: readonly Value[]): Value =>
  columns.length === 0 ? null : addOrBlank(columns.map((index) => values[index] ?? null))

/** The number of a table over its first rows; of columns that do not add up only the total of all rows is known. */
function addUpRows(table: ReportTable, from: string | null, count: number): Value {
  const { columns } = chooseColumns(table, from)
  if (columns.some((index) => table.columns[index]?.total !== 'sum')) {
    return count < Infinity ? null : addUp(columns, table.total?.values ?? [])
  }
  const rows = sortRows(table).slice(0, count)
  return rows.length === 0 ? null : addOrBlank(rows.map(({ values }) => addUp(columns, values)))
}

const sortRows = ({ rows }: ReportTable): readonly TableRow[] =>
  joinRows(rows.filter(({ isRest }) => !isRest)).toSorted((a, b) => (a.key < b.key ? -1 : 1))

/** One row for each key: what a figure shows of several dimensions adds up. */
function joinRows(rows: readonly TableRow[]): readonly TableRow[] {
  const byKey = new Map<string, TableRow>()
  for (const row of rows) {
    const before = byKey.get(row.key)
    const add = (value: Value, index: number) => addOrBlank([before?.values[index] ?? null, value])
    byKey.set(row.key, before === undefined ? row : { ...before, values: row.values.map(add) })
  }
  return [...byKey.values()]
}

/** The columns of an id; for null the last column of totals, which covers most, or else all charted ones that add up. */
function chooseColumns(
  { columns, series, total }: ReportTable,
  from: string | null,
): {
  readonly columns: readonly number[]
  readonly label: string
  readonly format: NumberFormat | null
} {
  if (from !== null) {
    const named = columns.flatMap((column, index) => (column.from === from ? [index] : []))
    const [only, ...more] = named.flatMap((index) => columns[index] ?? [])
    return {
      columns: named,
      label: more.length === 0 ? (only?.label ?? '') : (total?.label ?? 'Total'),
      format: only?.format ?? null,
    }
  }
  const last = columns.findLastIndex(
    ({ role, hidden, total: kind }) => role === 'total' && !hidden && kind === 'sum',
  )
  const column = columns[last]
  if (column !== undefined) return { columns: [last], label: column.label, format: column.format }
  const adding = series.filter(({ sum }) => sum !== null)
  const [first] = adding
  const alike = adding.filter(({ format }) => JSON.stringify(format) === JSON.stringify(first?.format))
  return {
    columns: alike.map(({ columnIndex }) => columnIndex),
    label: alike.length === 1 ? (first?.name ?? '') : (total?.label ?? 'Total'),
    format: first?.format ?? null,
  }
}
