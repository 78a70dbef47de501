import { addOrBlank, type Value } from '../../query/arithmetic.ts'
import { grains } from '../../time/grains.ts'
import { computeChange } from './add-comparison.ts'
import { isSameUnit, type NumberFormat } from '../model/format.ts'
import { combineGaps } from './gaps.ts'
import { INCOMPLETE } from './totals.ts'
import type { ReportTable, TableColumn, TableRow } from '../model/report-table.ts'

/** What a report shows at a glance: one number, how it changed, and its course. */
export interface Figure {
  /** What the number is: the header of its column, the row it is from, or `Total`. */
  readonly label: string
  /** Null if the report has no number that stands for it, such as one of rates alone. */
  readonly value: Value
  readonly format: NumberFormat | null
  /** The positions of the columns that it adds up. */
  readonly columns: readonly number[]
  /** The change since what it is compared with; null if that is missing, or 0 for a change as a part of it. */
  readonly change: { readonly value: number; readonly format: NumberFormat } | null
  /** What it is compared with: the period before, as much of it as this period has records for, or the row of a label. */
  readonly since: 'period' | 'same part' | { readonly row: string }
  /** The number of each row of time, in its order; null for a row without a record. Empty if not every row is there. */
  readonly points: readonly Value[]
}

/**
 * Builds the figure of a loaded table; null without records. A report with a row of totals is represented by its total,
 * which is compared with that of the table's comparison, over as many rows as the later one has up to its last record;
 * another one by its latest row, which is compared with the row before. `from` is the id of the column or group of the
 * report that represents it, null for the last column of totals.
 */
export function buildFigure(table: ReportTable, from: string | null = null): Figure | null {
  const rows = sortRows(table)
  const end = rows.findLastIndex(({ hasRecord }) => hasRecord) + 1
  const latest = rows[end - 1]
  if (latest === undefined) return null
  const { columns, label, format } = chooseColumns(table, from)
  const isTime = table.keyKind !== 'text'
  // A period that has just begun is not compared; a remark says how much there is of it.
  const isBegun = table.begun !== undefined
  const hasAllRows = table.hiddenRows === 0 && !table.rows.some(({ isRest }) => isRest)
  const points =
    isTime && hasAllRows ? rows.map((row) => (row.hasRecord ? addUp(columns, row.values) : null)) : []
  const build = (name: string, value: Value, earlier: Value, since: Figure['since']): Figure => {
    const change = getChange(value, earlier, format)
    return { label: name, value, format, columns, change, since, points }
  }
  if (table.total === null) {
    const rowBefore = rows.slice(0, end - 1).findLast(({ hasRecord }) => hasRecord)
    // Of names, no row is the latest.
    const value = isTime ? addUp(columns, latest.values) : null
    const earlier = rowBefore === undefined || isBegun ? null : addUp(columns, rowBefore.values)
    const since = { row: rowBefore?.label ?? '' }
    return build(nameFigure(latest.label, columns, latest), value, earlier, since)
  }
  const value = addUp(columns, table.total.values)
  const countRows = () =>
    isTime && end < rows.length ? end : hasAllRows ? countSamePart(table, latest) : null
  // What is read up to a day has no other rows.
  const count = table.comparison?.isPart ? null : countRows()
  const earlier =
    table.comparison === undefined || isBegun ? null : addUpRows(table.comparison.table, from, count)
  return build(
    nameFigure(label, columns, table.total),
    value,
    earlier,
    count === null ? 'period' : 'same part',
  )
}

/**
 * Counts the earlier rows up to the day of the latest row, where days without a record have no rows. Null for all of them,
 * also on the last day of the period: the earlier one can be longer.
 */
function countSamePart({ rows, comparison }: ReportTable, { key }: TableRow): number | null {
  const parseDay = (text = '') => grains.day.parse(text.slice(0, 10))
  const index = comparison?.rows.findLastIndex((row) => row !== null) ?? -1
  const [day = null, from = null, to = null] = [key, rows[index]?.key, comparison?.rows[index]?.key].map(
    parseDay,
  )
  if (comparison === undefined || day === null || from === null || to === null) return null
  if (key.slice(0, 10) === comparison.end) return null
  const last = `${grains.day.format(day - from + to)}${key.slice(10)}`
  const keys = sortRows(comparison.table).map((row) => row.key)
  const count = keys.filter((one) => one <= last).length
  return count < keys.length ? count : null
}

/** Names a figure, also where it lacks records of a joined dataset. */
const nameFigure = (label: string, columns: readonly number[], { gaps }: Pick<TableRow, 'gaps'>): string =>
  columns.some((index) => (gaps?.[index] ?? []).length > 0) ? `${label}, ${INCOMPLETE}` : label

function getChange(value: Value, earlier: Value, numbers: NumberFormat | null): Figure['change'] {
  const { value: change, format } = computeChange(value, earlier, numbers)
  return change === null ? null : { value: change, format }
}

/** Returns the sum of the values of some columns; null without columns, and if all values are blank. */
const addUp = (columns: readonly number[], values: readonly Value[]): Value =>
  columns.length === 0 ? null : addOrBlank(columns.map((index) => values[index] ?? null))

/**
 * Adds up the number of an earlier table, which can have other columns, over its first rows; null for all rows. Of
 * columns that do not add up only the total of all rows is known.
 */
function addUpRows(earlier: ReportTable, from: string | null, count: number | null): Value {
  const { columns } = chooseColumns(earlier, from)
  if (count === null) return addUp(columns, earlier.total?.values ?? [])
  const isSum = ({ total, unavailable }: TableColumn) => total === 'sum' && unavailable === null
  if (!columns.flatMap((index) => earlier.columns[index] ?? []).every(isSum)) return null
  return addOrBlank(
    sortRows(earlier)
      .slice(0, count)
      .map(({ values }) => addUp(columns, values)),
  )
}

const sortRows = (table: ReportTable): readonly TableRow[] =>
  joinRows(table).toSorted((a, b) => (a.key < b.key ? -1 : 1))

/** Joins rows, one for each key: columns that add up have sums, others have no value of several rows. */
function joinRows({ columns, rows }: ReportTable): readonly TableRow[] {
  const byKey = new Map<string, TableRow>()
  for (const row of rows.filter(({ isRest }) => !isRest)) {
    const earlierRow = byKey.get(row.key)
    const values = columns.map(({ total }, index) =>
      total === 'sum' ? addOrBlank([earlierRow?.values[index] ?? null, row.values[index] ?? null]) : null,
    )
    const gaps = row.gaps && { gaps: combineGaps(columns, [earlierRow ?? row, row]) }
    byKey.set(row.key, earlierRow === undefined ? row : { ...earlierRow, values, ...gaps })
  }
  return [...byKey.values()]
}

/** Finds the columns of an id; for null the last column of totals, or else all charted ones that add up. */
function chooseColumns({ columns, series, total }: ReportTable, from: string | null) {
  if (from !== null) {
    const named = columns.flatMap((column, index) => (column.from === from ? [index] : []))
    const [only, ...more] = named.flatMap((index) => columns[index] ?? [])
    const isAlike = more.every(({ format }) => isSameUnit(format, only?.format ?? null))
    return {
      columns: isAlike ? named : [],
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
