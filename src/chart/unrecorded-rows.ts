import { formatMissingRows } from '../report/rows/rows-without-record.ts'
import { findRuns, type ReportTable, type TableRow } from '../report/table/report-table.ts'
import { memoize, type Band } from './marks.ts'

// Rows without a record: the table shows them as the definition says, a chart does not draw what was not measured.

/** Returns true for a row that was added because there is no record of it. */
const isUnrecorded = ({ hasRecord, isRest }: TableRow): boolean => !hasRecord && !isRest

/** Returns the table with blanks in the rows without a record; the table itself if it has none. */
export const blankUnrecorded = memoize((table: ReportTable): ReportTable => {
  if (!table.rows.some(isUnrecorded)) return table
  const values = table.columns.map(() => null)
  return { ...table, rows: table.rows.map((row) => (isUnrecorded(row) ? { ...row, values } : row)) }
})

/** Describes the rows without a record: `2 days without a record: 9 and 10 February 2025.`; empty if every row has one. */
export const describeUnrecorded = memoize(formatMissingRows)

/** Builds the bands behind the rows without a record, one for rows that follow each other. */
export function buildGapBands({ rows }: ReportTable, width: number): readonly Band[] {
  const slot = width / rows.length
  return findRuns(rows, (row) => isUnrecorded(row) || null).map(({ first, last }) => ({
    x: first * slot,
    x2: (last + 1) * slot,
  }))
}
