import type { ReportTable, Series } from '../report/table.ts'
import type { PlotArea } from './plot-area.ts'
import type { ValueScale } from './scales.ts'

/**
 * One value of one series, as a datum of the view. Text of a record (label, name) is a value, never a field name (S46).
 * Points are shared between models: the view recognizes by identity those that it already has.
 */
export interface Point {
  readonly label: string
  readonly rowIndex: number
  readonly value: number
  /** The id of the series, which is not text of a record. */
  readonly id: string
  /** The column of the series; the bars of a row are in this order. */
  readonly columnIndex: number
  readonly series: Series
}

const cache = new WeakMap<ReportTable, Map<Series, readonly Point[]>>()

/** The points of one series, in the order of the rows; built once per table. */
export function buildPoints(table: ReportTable, series: Series): readonly Point[] {
  const known = cache.get(table) ?? new Map<Series, readonly Point[]>()
  cache.set(table, known)
  const points =
    known.get(series) ??
    table.rows.map(({ label, values }, rowIndex) => ({
      label,
      rowIndex,
      value: values[series.columnIndex] ?? 0,
      id: series.id,
      columnIndex: series.columnIndex,
      series,
    }))
  known.set(series, points)
  return points
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
 * Lines of very many points, one mark each. A mark per point costs 250 bytes and time in every redraw: 200 series over
 * a year need a fifth of the memory as polylines.
 */
export function buildPolylines(
  { rows }: ReportTable,
  series: readonly Series[],
  { min, max }: ValueScale,
  { width, height }: PlotArea,
  isDashed: boolean,
): Polyline[] {
  const slot = width / rows.length
  const lefts = rows.map((_, index) => `${index === 0 ? 'M' : 'L'}${tenths((index + 0.5) * slot)},`)
  const unit = height / (max - min)
  return series.map((one) => {
    let path = ''
    for (const [index, { values }] of rows.entries()) {
      path += lefts[index] ?? ''
      path += tenths((max - (values[one.columnIndex] ?? 0)) * unit)
    }
    return { path, dash: isDashed ? one.dash : [], width: isDashed ? 2 : 1, series: one }
  })
}
