import type { ReportTable, Series } from './report-table.ts'

/**
 * One value of one series, as the view reads it. What comes from a record (label, name) is a value, never a field
 * name (S46). Objects of this kind are shared and kept: the view knows by identity which it already has.
 */
export interface ChartTuple {
  readonly label: string
  /** Place of the row. */
  readonly order: number
  readonly value: number
  /** The series' id, made by the engine. */
  readonly id: string
  /** Place of the series among the columns, in which order bars of one row stand. */
  readonly place: number
  readonly series: Series
}

const made = new WeakMap<ReportTable, Map<Series, readonly ChartTuple[]>>()

/** The tuples of one series, in the order of the rows; made once per table. */
export function seriesTuples(table: ReportTable, series: Series): readonly ChartTuple[] {
  const known = made.get(table) ?? new Map<Series, readonly ChartTuple[]>()
  made.set(table, known)
  const tuples =
    known.get(series) ??
    table.rows.map(({ label, values }, order) => ({
      label,
      order,
      value: values[series.column] ?? 0,
      id: series.id,
      place: series.column,
      series,
    }))
  known.set(series, tuples)
  return tuples
}
