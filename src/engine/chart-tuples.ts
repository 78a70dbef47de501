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

/** The tuples of one series with the bounds of its values. */
export interface DrawnSeries {
  readonly tuples: readonly ChartTuple[]
  readonly low: number
  readonly high: number
}

/** A dashed line of thousands of points costs more to paint than all else: many series are drawn solid. */
export type Detail = 'dashed' | 'solid'

const drawn: Readonly<Record<Detail, WeakMap<ReportTable, Map<Series, DrawnSeries>>>> = {
  dashed: new WeakMap(),
  solid: new WeakMap(),
}

/** The tuples of a series, made once per table. */
export function drawnSeries(table: ReportTable, series: Series, detail: Detail): DrawnSeries {
  const known = drawn[detail].get(table) ?? new Map<Series, DrawnSeries>()
  drawn[detail].set(table, known)
  const made = known.get(series) ?? drawSeries(table, series, detail)
  known.set(series, made)
  return made
}

function drawSeries(table: ReportTable, given: Series, detail: Detail): DrawnSeries {
  const series = detail === 'solid' ? { ...given, dash: [] } : given
  let low = 0
  let high = 0
  const tuples = table.rows.map(({ label, values }, order) => {
    const value = values[given.column] ?? 0
    if (value < low) low = value
    if (value > high) high = value
    return { label, order, value, id: given.id, place: given.column, series }
  })
  return { tuples, low, high }
}
