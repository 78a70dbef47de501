import type { SeriesStyle } from './palette.ts'
import type { Role } from './report-plan.ts'

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
  readonly recorded: boolean
}

/** What can be charted: a column, how it is drawn, its sum over all rows, and whether it starts visible. */
export interface Series extends SeriesStyle {
  readonly id: string
  readonly name: string
  /** Place among the columns. */
  readonly column: number
  readonly sum: number
  readonly visible: boolean
}

/** Records laid out by a plan: the one shape that table, charts, workbook and summaries read. */
export interface ReportTable {
  readonly keyLabel: string
  readonly keyKind: 'date' | 'month' | 'text'
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  readonly total: { readonly label: string; readonly values: readonly number[] } | null
  readonly series: readonly Series[]
  /** What was left out and why, for the log. */
  readonly notes: readonly string[]
}
