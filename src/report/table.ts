import {
  type ReportResponse,
  parseRowKey,
  parseMonthKey,
  getNumber,
  type FieldMap,
  type RowKey,
} from './response.ts'
import { type DateFormat, daysInMonth, formatDate, formatIsoDate, monthNames, parseDate } from './calendar.ts'
import { type ResolvedColumn, resolveColumns } from './columns.ts'
import type { KeyPlan, ReportPlan, Role, Selection } from './plan.ts'
import { buildSeries } from './series.ts'
import type { SeriesStyle } from './palette.ts'

/**
 * Lays records out by a plan: order, filled gaps, dynamic columns, sums from unrounded values.
 * No records at all give a table without rows. Throws AnswerError where a record does not fit.
 */
export function buildTable(plan: ReportPlan, selection: Selection, answer: ReportResponse): ReportTable {
  const warnings: string[] = []
  const warn = (text: string) => warnings.push(text)
  const columns = resolveColumns(plan, answer, warn)
  const rows = buildRows(plan, selection, answer, columns, warn)
  const totals = columns.map((_, index) => rows.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  return {
    keyLabel: plan.rows.key.label,
    keyKind: plan.rows.key.kind,
    keyFormat: plan.rows.key.kind === 'date' ? plan.rows.key.format : null,
    columns: columns.map(({ label, role }, index) => ({ id: `c${index}`, label, role })),
    rows,
    total: plan.rows.total === null || rows.length === 0 ? null : { label: plan.rows.total, values: totals },
    series: buildSeries(plan, columns, totals),
    warnings,
  }
}

function buildRows(
  plan: ReportPlan,
  selection: Selection,
  answer: ReportResponse,
  columns: readonly ResolvedColumn[],
  warn: (text: string) => void,
): TableRow[] {
  const byKey = new Map<string, TableRow>()
  for (const [index, record] of answer.records.entries()) {
    const place = `records[${index}]`
    const key = parseRowKey(plan, record, place)
    const values = valuesOf(record, columns, place)
    if (outside(plan, selection, key)) {
      warn(`${place}: ${key.key} is outside the chosen period and was left out`)
      continue
    }
    if (byKey.has(key.key)) warn(`${place}: a second record of ${key.key}; the later one holds`)
    byKey.set(key.key, { key: key.key, label: formatKey(plan.rows.key, key.key), values, hasRecord: true })
  }
  if (byKey.size === 0) return []
  for (const key of gaps(plan, selection)) {
    if (byKey.has(key)) continue
    const label = formatKey(plan.rows.key, key)
    byKey.set(key, { key, label, values: columns.map(() => 0), hasRecord: false })
  }
  const rows = [...byKey.values()]
  return plan.rows.key.kind === 'text' ? rows : rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** The values of one record: fields as given, sums where a field is absent, 0 where there is neither. */
function valuesOf(record: FieldMap, columns: readonly ResolvedColumn[], place: string): number[] {
  const given = columns.map(({ fields }) =>
    fields.length === 0 ? undefined : getNumber(record, fields, place),
  )
  const value = (index: number): number =>
    given[index] ?? columns[index]?.sum?.reduce((sum, summand) => sum + value(summand), 0) ?? 0
  return columns.map((_, index) => value(index))
}

const chosen = (plan: ReportPlan, selection: Selection, kind: 'year' | 'month'): number | null => {
  const name = plan.selectors.find((selector) => selector.kind === kind)?.name
  const value = name === undefined ? undefined : selection[name]
  return value === undefined ? null : Number(value)
}

function outside(plan: ReportPlan, selection: Selection, { year, month }: RowKey): boolean {
  if (year === null) return false
  const [chosenYear, chosenMonth] = [chosen(plan, selection, 'year'), chosen(plan, selection, 'month')]
  return (chosenYear !== null && year !== chosenYear) || (chosenMonth !== null && month !== chosenMonth)
}

function gaps(plan: ReportPlan, selection: Selection): string[] {
  if (plan.rows.fillMissing === 'months') return monthNames.map((_, index) => parseMonthKey(index + 1))
  const [year, month] = [chosen(plan, selection, 'year'), chosen(plan, selection, 'month')]
  if (plan.rows.fillMissing !== 'days' || year === null || month === null) return []
  return Array.from({ length: daysInMonth(year, month) }, (_, index) =>
    formatIsoDate({ year, month, day: index + 1 }),
  )
}

/** How a row's key is shown: the date in the plan's form, the month's name, or the text itself. */
function formatKey(plan: KeyPlan, key: string): string {
  if (plan.kind === 'text') return key
  if (plan.kind === 'month') {
    const name = monthNames[Number(key) - 1] ?? key
    return plan.format === 'short' ? name.slice(0, 3) : name
  }
  const date = parseDate(key)
  return date === null ? key : formatDate(date, plan.format)
}

/** A column after the first. `id` is made by the engine (`c0`, `c1` …): labels may hold anything. */
export interface TableColumn {
  readonly id: string
  readonly label: string
  readonly role: Role
}

/** One line of the table. `values` stand in the order of the columns; `key` tells rows apart and sorts them. */
export interface TableRow {
  readonly key: string
  readonly label: string
  readonly values: readonly number[]
  /** False for a row that was filled in because no record came for it. */
  readonly hasRecord: boolean
}

/** What can be charted: a column, how it is drawn, its sum over all rows, and whether it starts visible. */
export interface Series extends SeriesStyle {
  readonly id: string
  readonly name: string
  /** Place among the columns. */
  readonly columnIndex: number
  readonly sum: number
  readonly visible: boolean
}

/** Records laid out by a plan: the one shape that table, charts, workbook and summaries read. */
export interface ReportTable {
  readonly keyLabel: string
  readonly keyKind: 'date' | 'month' | 'text'
  /** How the labels write a date; null for keys that are not dates. */
  readonly keyFormat: DateFormat | null
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  readonly total: { readonly label: string; readonly values: readonly number[] } | null
  readonly series: readonly Series[]
  /** What was left out and why, for the log. */
  readonly warnings: readonly string[]
}
