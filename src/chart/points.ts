import type { ReportTable, Series } from '../report/table.ts'
import type { PlotArea } from './plot-area.ts'
import type { ValueScale } from './scales.ts'

/**
 * One value of one series, as the view reads it. What comes from a record (label, name) is a value, never a field
 * name (S46). Objects of this kind are shared and kept: the view knows by identity which it already has.
 */
export interface Point {
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

const made = new WeakMap<ReportTable, Map<Series, readonly Point[]>>()

/** The tuples of one series, in the order of the rows; made once per table. */
export function buildPoints(table: ReportTable, series: Series): readonly Point[] {
  const known = made.get(table) ?? new Map<Series, readonly Point[]>()
  made.set(table, known)
  const tuples =
    known.get(series) ??
    table.rows.map(({ label, values }, order) => ({
      label,
      order,
      value: values[series.columnIndex] ?? 0,
      id: series.id,
      place: series.columnIndex,
      series,
    }))
  known.set(series, tuples)
  return tuples
}

/** A whole line as one mark: an SVG path in px of the plot. */
export interface Polyline {
  readonly path: string
  readonly dash: readonly number[]
  readonly width: number
  readonly series: Series
}

const tenths = (value: number) => Math.round(value * 10) / 10

/**
 * Lines of very many points, one mark each. A mark per point costs 250 bytes and its share of every redraw: 200
 * series over a year take a fifth of the memory so.
 */
export function buildPolylines(
  { rows }: ReportTable,
  series: readonly Series[],
  { min, max }: ValueScale,
  { width, height }: PlotArea,
  isDashed: boolean,
): Polyline[] {
  const slot = width / rows.length
  const lefts = rows.map((_, order) => `${order === 0 ? 'M' : 'L'}${tenths((order + 0.5) * slot)},`)
  const unit = height / (max - min)
  return series.map((one) => {
    let path = ''
    for (const [order, { values }] of rows.entries()) {
      path += lefts[order] ?? ''
      path += tenths((max - (values[one.columnIndex] ?? 0)) * unit)
    }
    return { path, dash: isDashed ? one.dash : [], width: isDashed ? 2 : 1, series: one }
  })
}
