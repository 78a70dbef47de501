import type { ColumnPlanOf } from '../model/column-kind.ts'
import { DuplicateKeyError } from './read-rows.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import {
  type FieldMap,
  getField,
  getNumber,
  readText,
  type ReportResponse,
} from '../model/report-response.ts'

type Pivot = ColumnPlanOf<'pivot'>

/** The field that a joined record has for a value of a pivot's field: no field of a record is named so. */
const getPivotField = ({ id }: Pivot, name: string): string => `${id}=${name}`

/** Lists the values that become columns: those in the definition's order, then the others as they are seen. */
export function listPivotValues(
  pivot: Pivot,
  { records }: ReportResponse,
): { name: string; field: string }[] {
  const start = getPivotField(pivot, '')
  const seen = records.flatMap((record) =>
    [...record].flatMap(([field]) => (field.startsWith(start) ? [field.slice(start.length)] : [])),
  )
  return [...new Set([...pivot.order, ...seen])].map((name) => ({ name, field: getPivotField(pivot, name) }))
}

interface PivotedRecords {
  readonly response: ReportResponse
  /** What was left out because a later record has the same row and column. */
  readonly duplicates: readonly string[]
}

/**
 * Joins the records of each row key to one, with a field for each value of the pivots. Several numbers of one cell are
 * added up, or the last one counts, as the rows say of records of one key. Without pivots the response is as it was.
 * Throws DuplicateKeyError where the rows allow one, and ResponseError for what is no number.
 */
export function pivotRecords(
  { columns, rows: { key, dimension, duplicates: mode } }: Pick<ReportPlan, 'columns' | 'rows'>,
  response: ReportResponse,
): PivotedRecords {
  const pivots = columns.filter((column) => column.kind === 'pivot')
  if (pivots.length === 0) return { response, duplicates: [] }
  const joined = new Map<unknown, Map<string, unknown>>()
  const duplicates: string[] = []
  for (const [index, record] of response.records.entries()) {
    const own = getField(record, key.fields)
    const row = dimension === null ? own : [own, getField(record, dimension.fields)].join(', ')
    const fields = joined.get(row) ?? new Map(record)
    joined.set(row, fields)
    for (const pivot of pivots) {
      const number = getNumber(record, [pivot.value].flat(), `records[${index}]`)
      if (number === undefined) continue
      const name = readText(record, [pivot.pivot], `records[${index}]`)
      const field = getPivotField(pivot, name)
      const before = fields.get(field)
      fields.set(field, typeof before === 'number' && mode === 'combine' ? before + number : number)
      if (before === undefined || mode === 'combine') continue
      const cell = `${String(row)}, ${name}`
      if (mode === 'error') {
        throw new DuplicateKeyError(`Several records have the ${key.label} ${cell}; this report expects one.`)
      }
      duplicates.push(cell)
    }
  }
  const records: readonly FieldMap[] = [...joined.values()]
  return { response: { ...response, records }, duplicates }
}
