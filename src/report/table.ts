import type { DateFormat } from '../time/calendar.ts'
import type { NumberFormat } from './format.ts'
import type { TotalKind } from './totals.ts'
import { resolveColumns, usesPreviousYear } from './columns/index.ts'
import type { ColumnHeader, Value } from './columns/column-kind.ts'
import { computeColumns, type PreviousYear } from './computed-columns.ts'
import { addYear, getKeyKind } from './keys.ts'
import { fillLink, type LinkPlan } from './links.ts'
import type { KeyPlan, ReportPlan, Role, Selection } from './plan.ts'
import { type ReportResponse, ResponseError } from './response.ts'
import { orderRows } from './row-order.ts'
import { describeRows, readRows } from './rows.ts'
import { buildSeries, type SeriesStyle } from './series.ts'
import { getPeriod, getPreviousYear } from './selectors.ts'

/**
 * Builds the table of a response: missing rows, dynamic columns, sums of unrounded values, order. Without records it
 * has no rows. `previousYear` is the response to the same selection one year earlier, for the columns that compare with
 * it; null if it could not be loaded. Throws ResponseError for a record that does not fit the plan, and
 * DuplicateKeyError for two records of one key that the plan does not allow.
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
  const period = getPeriod(plan, selection)
  const loaded = readRows(plan, period, response, columns, warn)
  const before = usesPreviousYear(plan) ? buildPreviousYear(plan, selection, previousYear, warn) : null
  const { rows, computeTotals: total } = computeColumns(columns, loaded.rows, before)
  const totals = total(rows)
  const shown = orderRows(plan, columns, rows, total)
  const chosen = new Map(Object.entries(selection))
  const unavailable = before === null ? NOT_LOADED : before.rows.size === 0 ? NO_RECORDS : null
  return {
    keyLabel: plan.rows.key.label,
    keyKind: plan.rows.key.kind,
    keyFormat: getKeyKind(plan.rows.key).dateFormat(plan.rows.key),
    keyYear: period.year,
    link: fillLink(plan.rows.link, chosen),
    columns: columns.map(
      ({ label, role, hidden, format, total, weights, header, description, link, base }, index) => ({
        id: `c${index}`,
        label,
        role,
        hidden,
        format,
        total,
        weights,
        header,
        description,
        link: fillLink(link, chosen),
        unavailable: base === 'previousYear' ? unavailable : null,
      }),
    ),
    rows: shown,
    hiddenRows: shown.at(-1)?.isRest ? 0 : rows.length - shown.length,
    total: plan.rows.total === null || rows.length === 0 ? null : { label: plan.rows.total, values: totals },
    series: buildSeries(plan, columns, totals),
    pieOver: plan.chart.pie.over,
    remarks: describeRows(plan, rows.length, loaded.duplicates),
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
    const loaded = readRows(plan, period, response, columns, () => undefined)
    const { rows } = computeColumns(columns, loaded.rows, null)
    return { columns, rows: new Map(rows.map((row) => [addYear(plan.rows.key, row.key), row])) }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    warn(`one year earlier: ${error.message}`)
    return null
  }
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
  /** Null for a column without a header above its own. */
  readonly header: ColumnHeader | null
  /** What the numbers are. */
  readonly description: string | null
  /** What each number opens. */
  readonly link: LinkPlan | null
  /** Why every value is blank, as a sentence for readers; null if they are not. */
  readonly unavailable: string | null
}

/** Why columns are blank: a sentence for each that is. */
export const explainBlanks = (columns: readonly TableColumn[]): string[] =>
  columns.flatMap(({ label, unavailable }) => (unavailable === null ? [] : [`${label}: ${unavailable}`]))

/** A row of the table: `values` are in the order of the columns, null is a blank; `key` is unique and sorts. */
export interface TableRow {
  readonly key: string
  readonly label: string
  readonly values: readonly Value[]
  /** False for a row that was added because there is no record of it. */
  readonly hasRecord: boolean
  /** True for the last row if it combines the rows that are not shown. */
  readonly isRest: boolean
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
  /** Whether its values are on the second axis of line and bar charts. */
  readonly isSecond: boolean
}

/** An earlier period beside that of a table. All values are in the order of the table's columns. */
export interface Comparison {
  /** The earlier period and that of the table: `February 2025`. */
  readonly name: string
  readonly currentName: string
  /** For each row of the table the one that it is compared with; null for none. */
  readonly rows: readonly (TableRow | null)[]
  /**
   * For below the total: totals and their differences, each with the columns whose formats it has. A table without a row
   * of totals has the means of both periods and their differences.
   */
  readonly lines: readonly {
    readonly label: string
    readonly values: readonly Value[]
    readonly columns: readonly TableColumn[]
  }[]
  readonly totals: readonly Value[]
  readonly earlierTotals: readonly Value[]
}

/** The table of a response: what screen, charts, workbook and summaries read. */
export interface ReportTable {
  readonly keyLabel: string
  readonly keyKind: KeyPlan['kind']
  /** How the labels write a date; null for keys that are not dates. */
  readonly keyFormat: DateFormat | null
  /** The chosen year, which the keys of months do not name; null if none is chosen. */
  readonly keyYear: number | null
  /** What the first cell of a row opens. */
  readonly link: LinkPlan | null
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** How many rows are neither shown nor in the row of the remaining rows; the totals count them. */
  readonly hiddenRows: number
  readonly total: { readonly label: string; readonly values: readonly Value[] } | null
  readonly series: readonly Series[]
  /** Whether the slices of a pie are the series or the rows. */
  readonly pieOver: ReportPlan['chart']['pie']['over']
  /** Sentences for below the table: rows that are not shown, and records of one key. */
  readonly remarks: readonly string[]
  /** The earlier period, if the report is compared with one. */
  readonly comparison?: Comparison
  /** What was left out and why, for the log. */
  readonly warnings: readonly string[]
}
