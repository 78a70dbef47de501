import { listReads } from '../../query/formula.ts'
import type { ResolvedColumn } from '../model/column-kind.ts'
import { type FieldMap, getGapField } from '../model/report-response.ts'
import type { TableRow } from '../model/report-table.ts'

/** Reads what joined datasets lack of the values of a record. */
export const readGaps = (record: FieldMap, columns: readonly ResolvedColumn[]): string[][] =>
  columns.map((column) =>
    listFields(column).flatMap((field) => {
      const gap = record.get(getGapField(field))
      return typeof gap === 'string' ? [gap] : []
    }),
  )

/** Lists the fields of records that a column reads. */
const listFields = ({ fields, record }: ResolvedColumn): readonly string[] => [
  ...fields,
  ...(record === null ? [] : listReads(record).flat()),
]

/** Combines what joined datasets lack of several records or rows: each sentence once. */
export const combineGaps = (
  columns: readonly unknown[],
  rows: readonly Pick<TableRow, 'gaps'>[],
): string[][] => columns.map((_, index) => [...new Set(rows.flatMap(({ gaps }) => gaps?.[index] ?? []))])

/** Returns true for a column that reads one of the fields, also of one of its pivoted values. */
export const isRead = (column: ResolvedColumn, fields: readonly string[]): boolean =>
  listFields(column).some((name) => fields.some((field) => name === field || name.includes(`\n${field}=`)))
