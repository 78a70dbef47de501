import { formatNames } from '../report/format.ts'
import type { Series } from '../report/table/report-table.ts'

/** A visible series, or a row, that a chart does not draw. */
export interface UndrawnSeries {
  readonly series: Series
  readonly reason: string
}

export const NO_SUM = 'cannot be added up'
export const OTHER_UNIT = 'another unit'

/** Lists the names with their reasons; after six of them, how many more there are. */
export const listUndrawn = (undrawn: readonly UndrawnSeries[]): string =>
  formatNames(
    undrawn.map(({ series, reason }) => `${series.name} (${reason})`),
    6,
  )

/** Adds to the names of a legend the reasons why their series are not drawn. */
export function nameReasons(series: readonly Series[], undrawn: readonly UndrawnSeries[]): Series[] {
  const reasons = new Map(undrawn.map(({ series: one, reason }) => [one, reason]))
  return series.map((one) => (reasons.has(one) ? { ...one, name: `${one.name} (${reasons.get(one)})` } : one))
}
