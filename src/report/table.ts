import type { DateFormat } from './calendar.ts'
import type { NumberFormat } from './format.ts'
import type { TotalKind } from './totals.ts'
import { computeValues, getColumnKind, resolveColumns, usesPreviousYear } from './columns/index.ts'
import type { ResolvedColumn, Value } from './columns/column-kind.ts'
import { computeColumns, type PreviousYear } from './computed-columns.ts'
import { addYear, getKeyKind, parseRowKey } from './keys.ts'
import { fillLink, type LinkPlan } from './links.ts'
import type { Period } from './periods.ts'
import type { KeyPlan, ReportPlan, Role, Selection } from './plan.ts'
import { type FieldMap, getNumber, type ReportResponse, ResponseError } from './response.ts'
import { buildSeries, type SeriesStyle } from './series.ts'
import { getPeriod, getPreviousYear } from './selectors.ts'

/**
 * Builds the table of a response: order, missing rows, dynamic columns, sums of unrounded values. Without records it
 * has no rows. `previousYear` is the response to the same selection one year earlier, for the columns that compare with
 * it; null if it could not be loaded. Throws ResponseError for a record that does not fit the plan.
 */
export function buildTable(
  plan: ReportPlan,
  selection: Selection,
  response: ReportResponse,
  previousYear: ReportResponse | null = null,
): ReportTable {
  const warnings: string[] = []
  const warn = (text: string) => warnings.push(text)
  const columns = resolveColumns(plan, response, warn)
  const loaded = buildRows(plan, getPeriod(plan, selection), response, columns, warn)
  const before = usesPreviousYear(plan) ? buildPreviousYear(plan, selection, previousYear, warn) : null
  const { rows, computeTotals } = computeColumns(columns, loaded, before)
  const totals = computeTotals(rows)
  const unavailable = before === null ? NOT_LOADED : before.rows.size === 0 ? NO_RECORDS : null
  return {
    keyLabel: plan.rows.key.label,
    keyKind: plan.rows.key.kind,
    keyFormat: getKeyKind(plan.rows.key).dateFormat(plan.rows.key),
    link: fillLink(plan.rows.link, selection),
    columns: columns.map(({ label, role, hidden, format, total, weights, link, base }, index) => ({
      id: `c${index}`,
      label,
      role,
      hidden,
      format,
      total,
      weights,
      link: fillLink(link, selection),
      unavailable: base === 'previousYear' ? unavailable : null,
    })),
    rows,
    total: plan.rows.total === null || rows.length === 0 ? null : { label: plan.rows.total, values: totals },
    series: buildSeries(plan, columns, totals),
    pieOver: plan.chart.pie.over,
    warnings,
  }
}

const NOT_LOADED = 'The records of the year before could not be loaded.'
const NO_RECORDS = 'The year before has no records.'

/** The rows of one year earlier, by the keys of this year; null if they could not be loaded. */
function buildPreviousYear(
  plan: ReportPlan,
  selection: Selection,
  response: ReportResponse | null,
  warn: (text: string) => void,
): PreviousYear | null {
  if (response === null) return null
  const columns = resolveColumns(plan, response, () => undefined)
  const period = getPeriod(plan, getPreviousYear(plan, selection))
  try {
    const { rows } = computeColumns(
      columns,
      buildRows(plan, period, response, columns, () => undefined),
      null,
    )
    return { columns, rows: new Map(rows.map((row) => [addYear(plan.rows.key, row.key), row])) }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    warn(`one year earlier: ${error.message}`)
    return null
  }
}

function buildRows(
  plan: ReportPlan,
  period: Period,
  response: ReportResponse,
  columns: readonly ResolvedColumn[],
  warn: (text: string) => void,
): TableRow[] {
  const { key: keyPlan, fillMissing } = plan.rows
  const { format, isSorted, listAll } = getKeyKind(keyPlan)
  const byKey = new Map<string, TableRow>()
  for (const [index, record] of response.records.entries()) {
    const path = `records[${index}]`
    const { key, isWithin } = parseRowKey(keyPlan, record, path, period)
    const values = readValues(record, columns, path)
    if (!isWithin) {
      warn(`${path}: ${key} is outside the chosen period and was left out`)
      continue
    }
    if (byKey.has(key)) warn(`${path}: a second record of ${key}; the later one is used`)
    byKey.set(key, { key, label: format(keyPlan, key, period), values, hasRecord: true })
  }
  if (byKey.size === 0) return []
  for (const key of fillMissing === 'none' ? [] : listAll(period)) {
    if (byKey.has(key)) continue
    byKey.set(key, {
      key,
      label: format(keyPlan, key, period),
      values: columns.map(() => 0),
      hasRecord: false,
    })
  }
  const rows = [...byKey.values()]
  return isSorted ? rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : rows
}

/** The values of a record: its fields, and what the kinds of columns compute for fields that are missing. */
function readValues(record: FieldMap, columns: readonly ResolvedColumn[], path: string): Value[] {
  const given = columns.map(({ fields }) =>
    fields.length === 0 ? undefined : getNumber(record, fields, path),
  )
  return computeValues(
    columns,
    (column, index, operands) => given[index] ?? getColumnKind(column).compute(operands(), []),
  )
}

/** A column after the first. `id` is generated (`c0`, `c1` …), because labels can be any text. */
export interface TableColumn {
  readonly id: string
  readonly label: string
  readonly role: Role
  /** Whether it is shown only after a user chooses it; not in the workbook. */
  readonly hidden: boolean
  /** Null is two decimals. */
  readonly format: NumberFormat | null
  readonly total: TotalKind
  /** The index of the column that weighs a weighted mean; null for none. */
  readonly weights: number | null
  /** What each number opens. */
  readonly link: LinkPlan | null
  /** Why every value is blank, as a sentence for readers; null if they are not. */
  readonly unavailable: string | null
}

/** A row of the table: `values` are in the order of the columns, null is a blank; `key` is unique and sorts. */
export interface TableRow {
  readonly key: string
  readonly label: string
  readonly values: readonly Value[]
  /** False for a row that was added because there is no record of it. */
  readonly hasRecord: boolean
}

/** A column that can be charted: its style, its total over all rows, and whether it is visible at first. */
export interface Series extends SeriesStyle {
  readonly id: string
  readonly name: string
  /** Its index in the columns. */
  readonly columnIndex: number
  readonly format: NumberFormat | null
  /** Null for a column that cannot be added up, such as a rate. */
  readonly sum: number | null
  readonly visible: boolean
}

/** The table of a response: what screen, charts, workbook and summaries read. */
export interface ReportTable {
  readonly keyLabel: string
  readonly keyKind: KeyPlan['kind']
  /** How the labels write a date; null for keys that are not dates. */
  readonly keyFormat: DateFormat | null
  /** What the first cell of a row opens. */
  readonly link: LinkPlan | null
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  readonly total: { readonly label: string; readonly values: readonly Value[] } | null
  readonly series: readonly Series[]
  /** Whether the slices of a pie are the series or the rows. */
  readonly pieOver: ReportPlan['chart']['pie']['over']
  /** What was left out and why, for the log. */
  readonly warnings: readonly string[]
}
