import type { Series } from '../report/table/report-table.ts'

/** A visible series, or a row, that a chart does not draw. */
export interface MissingSeries {
  readonly series: Series
  readonly reason: string
}

export const NO_SUM = 'cannot be added up'
export const OTHER_UNIT = 'another unit'

const MOST_NAMES = 6

/** The names with their reasons; after six of them, how many more there are. */
export function listMissing(missing: readonly MissingSeries[]): string {
  const names = missing.slice(0, MOST_NAMES).map(({ series, reason }) => `${series.name} (${reason})`)
  const rest = missing.length - names.length
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** The series for a legend: those that are not drawn have the reason after their name. */
export function nameReasons(series: readonly Series[], missing: readonly MissingSeries[]): Series[] {
  const reasons = new Map(missing.map(({ series: one, reason }) => [one, reason]))
  return series.map((one) => (reasons.has(one) ? { ...one, name: `${one.name} (${reasons.get(one)})` } : one))
}
