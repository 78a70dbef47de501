import type { ReportTable, Series, TableRow } from '../report/model/report-table.ts'
import { memoize } from './memoize.ts'
import { listValues, type TableRecord } from './table-data.ts'

// The earlier period with which a table is compared: quieter than the chosen one, row by row.

/**
 * Puts the rows of the earlier period in place of those that they are compared with, blank if there is none or no
 * record; null without a comparison.
 */
export const getEarlierTable = memoize(({ comparison, ...table }: ReportTable): ReportTable | null => {
  if (comparison === undefined) return null
  const values = table.columns.map(() => null)
  const missing: TableRow = { key: '', label: '', values, hasRecord: false, isRest: false }
  return { ...table, rows: comparison.rows.map((row) => (row?.hasRecord ? row : missing)) }
})

const listColumnEnds = memoize(({ rows }: ReportTable) =>
  memoize(({ columnIndex }: Series) => findEnds(rows.flatMap(({ values }) => values[columnIndex] ?? []))),
)

/** Finds the least and the largest value; empty without any. */
export const findEnds = (values: readonly number[]): readonly number[] =>
  values.length === 0
    ? []
    : [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]

/** Lists the least and the largest values of these series in both periods. */
export const listEnds = (table: ReportTable, series: readonly Series[]): readonly number[] =>
  [table, getEarlierTable(table) ?? []].flat().flatMap((period) => series.flatMap(listColumnEnds(period)))

/** Builds the values of the earlier period, like those of the table; none without a comparison. */
export function buildEarlierRecords(table: ReportTable, series: readonly Series[]): readonly TableRecord[] {
  const earlier = getEarlierTable(table)
  return earlier === null ? [] : listValues(earlier, series)
}
