import { addOrBlank } from '../../query/arithmetic.ts'
import { listReads } from '../../query/formula.ts'
import { isSameUnit } from '../model/format.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import type { ReportTable, TableColumn } from '../model/report-table.ts'
import { deriveColumn, listAddable, splitAdded } from './added-columns.ts'
import { compareCombined, joinGaps } from './compare-columns.ts'
import { type InsertedColumn, insertColumn } from './insert-column.ts'

/** The kind of an address that limits a table: `largest:5`, or `largest:5/NAME` for rows by a column. */
const LARGEST = 'largest'
/** A table of so many columns or rows is small enough. */
export const LEAST_LIMIT = 3
const OTHERS = 'Others'

interface Limit {
  readonly text: string
  readonly count: number
  /** The label of the column by which rows are ranked; empty for none. */
  readonly label: string
}

export const formatLimit = (count: number, label = ''): string =>
  label === '' ? `${LARGEST}:${count}` : `${LARGEST}:${count}/${label}`

/** Finds the limit of an address; the last one counts. */
export function findLimit(added: readonly string[]): Limit | null {
  const found = added.flatMap((text) => {
    const { kind, rest } = splitAdded(text)
    const [, count = '', label = ''] = /^(\d{1,3})(?:\/([^]*))?$/.exec(rest) ?? []
    return kind !== LARGEST || Number(count) === 0 ? [] : { text, count: Number(count), label }
  })
  return found.at(-1) ?? null
}

/** Returns true if a limit is one of the rows, which have names. */
export const limitsRows = ({ keyKind }: Pick<ReportTable, 'keyKind'>): boolean => keyKind === 'text'

/** Returns the screen with its largest rows, and the others in one: totals and that row follow from the records. */
export function limitRows(plan: ReportPlan, added: readonly string[]): ReportPlan {
  const limit = findLimit(added)
  if (limit === null || plan.rows.key.kind !== 'text') return plan
  const numbers = plan.columns.filter(({ role, hidden }) => role !== 'text' && !hidden)
  const column = numbers.find(({ label }) => label === limit.label) ?? numbers[0]
  if (column === undefined) return plan
  const sort = { by: column.id, direction: 'descending' } as const
  return { ...plan, rows: { ...plan.rows, sort, top: { rows: limit.count, rest: OTHERS } } }
}

/**
 * Lists the columns that can be added up to one: those that charts show and one total adds, the one of most columns. All
 * of them without such a total.
 */
function listSums(table: ReportTable): readonly TableColumn[] {
  const summed = listAddable(table).filter(({ role, total }) => role === 'series' && total === 'sum')
  // Numbers of other units are not added to those of the first.
  const sums = summed.filter(({ format }) => isSameUnit(format, summed[0]?.format ?? null))
  const ofTotals = table.columns.map(({ role, formula }) => {
    const reads = role === 'total' && formula !== null ? listReads(formula) : []
    return sums.filter((column) => reads.includes(table.columns.indexOf(column)))
  })
  const [most = []] = ofTotals.toSorted((one, other) => other.length - one.length)
  return most.length < 2 ? sums : most
}

/** Returns true if a limit of this many leaves something out. */
export const canLimit = (table: ReportTable, count: number): boolean =>
  limitsRows(table) ? table.rows.length > count : listSums(table).length > count

/** Hides all but the largest columns, and inserts one for the others after them; the table itself where nothing is left out. */
export function limitColumns(
  table: ReportTable,
  { text, count }: Pick<Limit, 'text' | 'count'>,
): ReportTable {
  const getSum = (column: TableColumn): number => {
    const index = table.columns.indexOf(column)
    return (
      table.total?.values[index] ?? addOrBlank(table.rows.map(({ values }) => values[index] ?? null)) ?? 0
    )
  }
  const ranked = listSums(table).toSorted((one, other) => getSum(other) - getSum(one))
  const others = ranked.slice(count)
  const [base] = others
  if (base === undefined || limitsRows(table)) return table
  const indexes = others.map((column) => table.columns.indexOf(column))
  const add = (values: ReportTable['rows'][number]['values']) =>
    addOrBlank(indexes.map((index) => values[index] ?? null))
  const last = Math.max(...ranked.map((column) => table.columns.indexOf(column)))
  const column = deriveColumn(base, text, `${OTHERS} (${others.length})`)
  const inserted: InsertedColumn = {
    column: { ...column, total: 'sum' },
    rows: table.rows.map(({ values }) => add(values)),
    total: table.total && add(table.total.values),
    listGaps: (row) => joinGaps(row, indexes),
    isVisible: true,
  }
  const whole = insertColumn(table, base, inserted, last + 1)
  const isOneOf = (columns: readonly TableColumn[], id: string | undefined) =>
    columns.some((column) => column.id === id)
  const getId = ({ columnIndex }: ReportTable['series'][number]) => whole.columns[columnIndex]?.id
  return {
    ...whole,
    ...(whole.comparison &&
      canCompare(table, others) && {
        comparison: compareCombined(whole.comparison, last + 1, { indexes, combine: addOrBlank }),
      }),
    columns: whole.columns.map((column) =>
      isOneOf(others, column.id) ? { ...column, hidden: true } : column,
    ),
    series: whole.series
      .filter((series) => !isOneOf(others, getId(series)))
      .map((series) => (isOneOf(ranked, getId(series)) ? { ...series, visible: true } : series)),
  }
}

/** Returns true if the totals of some columns add up, also those of an earlier period; means do if no row is blank. */
function canCompare(table: ReportTable, added: readonly TableColumn[]): boolean {
  const labels = added.map(({ label }) => label)
  const isFull = ({ rows, columns }: ReportTable) =>
    rows.every(
      ({ hasRecord, values }) =>
        !hasRecord || columns.every(({ label }, index) => !labels.includes(label) || values[index] !== null),
    )
  return table.total !== null || [table, table.comparison?.table ?? table].every(isFull)
}
