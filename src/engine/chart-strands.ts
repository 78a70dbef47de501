import type { ChartFrame } from './chart-frame.ts'
import type { ValueScale } from './chart-scale.ts'
import type { ReportTable, Series } from './report-table.ts'

/** A whole line as one mark: an SVG path in px of the plot. */
export interface Strand {
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
export function strands(
  { rows }: ReportTable,
  series: readonly Series[],
  { min, max }: ValueScale,
  { width, height }: ChartFrame,
  isDashed: boolean,
): Strand[] {
  const slot = width / rows.length
  const lefts = rows.map((_, order) => `${order === 0 ? 'M' : 'L'}${tenths((order + 0.5) * slot)},`)
  const unit = height / (max - min)
  return series.map((one) => {
    let path = ''
    for (const [order, { values }] of rows.entries()) {
      path += lefts[order] ?? ''
      path += tenths((max - (values[one.column] ?? 0)) * unit)
    }
    return { path, dash: isDashed ? one.dash : [], width: isDashed ? 2 : 1, series: one }
  })
}
