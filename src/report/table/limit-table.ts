import { addOrBlank } from '../../query/arithmetic.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import type { ReportTable, TableColumn } from '../model/report-table.ts'
import { appendColumn, deriveColumn, listAddable, splitAdded } from './added-columns.ts'

/** The kind of an address that limits a table: `largest:5`, or `largest:5/NAME` for rows by a column. */
const LARGEST = 'largest'
export const limits = [3, 5, 10, 20] as const
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

/** Lists the columns that can be added up to one: those of one unit that charts show. */
const listSums = (table: ReportTable): readonly TableColumn[] =>
  listAddable(table).filter(({ role, total }) => role === 'series' && total === 'sum')

/** Returns true if a limit of this many leaves something out. */
export const canLimit = (table: ReportTable, count: number): boolean =>
  limitsRows(table) ? table.rows.length > count : listSums(table).length > count

/** Hides all but the largest columns, and adds one for the others; the table itself where nothing is left out. */
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
  const whole = appendColumn(table, base, {
    column: { ...deriveColumn(base, text, `${OTHERS} (${others.length})`), total: 'sum' },
    rows: table.rows.map(({ values }) => add(values)),
    total: table.total && add(table.total.values),
    isVisible: true,
  })
  return {
    ...whole,
    columns: whole.columns.map((column, index) =>
      indexes.includes(index) ? { ...column, hidden: true } : column,
    ),
    series: whole.series
      .filter(({ columnIndex }) => !indexes.includes(columnIndex))
      .map((series) =>
        ranked.some((column) => table.columns[series.columnIndex] === column)
          ? { ...series, visible: true }
          : series,
      ),
  }
}
