import type { ReportTable, Series } from './report-table.ts'

export interface Extent {
  readonly low: number
  readonly high: number
}

const known = new WeakMap<ReportTable, readonly Extent[]>()

/** The least and the greatest value of each column, 0 included; found once per table. */
function columnExtents(table: ReportTable): readonly Extent[] {
  const found = known.get(table) ?? findExtents(table)
  known.set(table, found)
  return found
}

function findExtents({ rows, columns }: ReportTable): Extent[] {
  const extents = columns.map(() => ({ low: 0, high: 0 }))
  for (const { values } of rows) {
    for (const [column, extent] of extents.entries()) {
      const value = values[column] ?? 0
      if (value < extent.low) extent.low = value
      if (value > extent.high) extent.high = value
    }
  }
  return extents
}

/** The bounds of all values of these series, 0 included. */
export function seriesExtent(table: ReportTable, series: readonly Series[]): Extent {
  const extents = columnExtents(table)
  let [low, high] = [0, 0]
  for (const { column } of series) {
    const extent = extents[column]
    if (extent === undefined) continue
    low = Math.min(low, extent.low)
    high = Math.max(high, extent.high)
  }
  return { low, high }
}
