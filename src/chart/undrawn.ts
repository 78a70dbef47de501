import { formatNames } from '../report/model/format.ts'
import { findRuns, type ReportTable, type Series, type TableRow } from '../report/model/report-table.ts'
import { memoize } from './memoize.ts'

/** A visible series, or a row, that a chart does not draw. */
export interface UndrawnSeries {
  readonly series: Series
  readonly reason: string
}

export const NO_SUM = 'cannot be added up'
export const OTHER_UNIT = 'another unit'

/**
 * Names the series and rows that are not in a pie or a stack with the reasons, as `Not stacked: …`; after six of them, how
 * many more there are. Empty without any.
 */
export const describeUndrawn = (place: string, undrawn: readonly UndrawnSeries[]): string => {
  const names = undrawn.map(({ series, reason }) => `${series.name} (${reason})`)
  return names.length === 0 ? '' : `Not ${place}: ${formatNames(names, 6)}.`
}

/** Names the row of the remaining rows if charts leave it out; a sentence for below them. */
export const describeUndrawnRows = ({ rows, chart }: ReportTable): string[] =>
  chart?.rest === false ? rows.filter(({ isRest }) => isRest).map(({ label }) => `Not drawn: ${label}.`) : []

// Rows without a record: the table shows them as the definition says, a chart does not draw what was not measured.

/** Returns true for a row that was added because there is no record of it. */
const isUnrecorded = ({ hasRecord, isRest }: TableRow): boolean => !hasRecord && !isRest

/** Returns the table with blanks in the rows without a record; the table itself if it has none. */
export const blankUnrecorded = memoize((table: ReportTable): ReportTable => {
  if (!table.rows.some(isUnrecorded)) return table
  const values = table.columns.map(() => null)
  return { ...table, rows: table.rows.map((row) => (isUnrecorded(row) ? { ...row, values } : row)) }
})

/** Finds the rows without a record, those that follow each other together. */
export const findGaps = ({ rows }: ReportTable) => findRuns(rows, (row) => isUnrecorded(row) || null)
