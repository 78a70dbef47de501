import type { Value } from '../../query/arithmetic.ts'
import { computeValues, type ResolvedColumn } from '../columns/column-kind.ts'
import { getKeyKind, parseRowKey } from './key-kinds.ts'
import type { Period } from '../../time/days.ts'
import type { ReportPlan } from '../plan.ts'
import {
  type FieldMap,
  getNumber,
  readText,
  type ReportResponse,
  ResponseError,
} from '../request/response.ts'
import { describeTop } from './row-order.ts'
import { getText, type TableRow } from '../table/report-table.ts'
import { computeTotals } from '../table/totals.ts'

/** Two records with one key, in a report that allows one. The message is for the user. */
export class DuplicateKeyError extends ResponseError {}

interface ReadRows {
  /** In the order of their keys, or of the response if the keys have none. */
  readonly rows: readonly TableRow[]
  /** The label of each record that was left out because of a later one with its key. */
  readonly duplicates: readonly string[]
}

/** The rows of a response by their keys, and those that are missing. `warn` gets what was left out. */
export function readRows(
  { rows: plan }: ReportPlan,
  period: Period,
  response: ReportResponse,
  columns: readonly ResolvedColumn[],
  warn: (text: string) => void,
): ReadRows {
  const { format, isSorted, listAll } = getKeyKind(plan.key)
  const missing = plan.missing === 'zero' ? 0 : null
  const byKey = new Map<string, TableRow>()
  const duplicates: string[] = []
  const add = (key: string, values: readonly Value[], hasRecord: boolean, texts: Pick<TableRow, 'texts'>) =>
    byKey.set(key, { key, label: format(plan.key, key, period), values, ...texts, hasRecord, isRest: false })
  const combined = new Map<string, TableRow[]>()
  for (const [index, record] of response.records.entries()) {
    const path = `records[${index}]`
    const { key, isWithin } = parseRowKey(plan.key, record, path, period)
    const values = readValues(record, columns, missing, path)
    const texts = readTexts(record, columns, path)
    if (!isWithin) {
      warn(`${path}: ${key} is outside the chosen period and was left out`)
      continue
    }
    const before = byKey.get(key)
    if (before !== undefined && plan.duplicates === 'combine') {
      const rows = combined.get(key) ?? [before]
      combined.set(key, [...rows, { ...before, values, ...texts }])
      continue
    }
    if (before !== undefined) {
      if (plan.duplicates === 'error') {
        const first = response.records.findIndex(
          (one) => parseRowKey(plan.key, one, path, period).key === key,
        )
        const found = `Records ${first + 1} and ${index + 1} both have the ${plan.key.label} ${before.label}`
        throw new DuplicateKeyError(`${found}; this report expects one.`)
      }
      warn(`${path}: a second record of ${key}; the later one is used`)
      duplicates.push(before.label)
    }
    add(key, values, true, texts)
  }
  for (const [key, rows] of combined)
    add(key, computeTotals(columns, rows), true, combineTexts(columns, rows))
  if (byKey.size === 0) return { rows: [], duplicates }
  const empty = readValues(new Map(), columns, missing, '')
  for (const key of plan.fillMissing === 'none' ? [] : listAll(period)) {
    if (!byKey.has(key)) add(key, empty, false, {})
  }
  const rows = [...byKey.values()]
  return { rows: isSorted ? rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : rows, duplicates }
}

/** The values of a record: its fields, and what the kinds of columns compute for fields that are missing. */
function readValues(
  record: FieldMap,
  columns: readonly ResolvedColumn[],
  missing: Value,
  path: string,
): Value[] {
  const given = columns.map(({ role, fields }) =>
    role === 'text' ? null : fields.length === 0 ? undefined : getNumber(record, fields, path),
  )
  return computeValues(columns, given, (column, _, operands) =>
    column.operands === null ? missing : column.compute(operands(), []),
  )
}

/** The texts of a record, each in one line; nothing if no column is a text. */
function readTexts(
  record: FieldMap,
  columns: readonly ResolvedColumn[],
  path: string,
): Pick<TableRow, 'texts'> {
  if (columns.every(({ role }) => role !== 'text')) return {}
  const read = (fields: readonly string[]) => readText(record, fields, path).replaceAll(/\s+/g, ' ').trim()
  return { texts: columns.map(({ role, fields }) => (role === 'text' ? read(fields) : '')) }
}

/** The texts of several records in one row: each once, in their order. */
function combineTexts(
  columns: readonly ResolvedColumn[],
  rows: readonly TableRow[],
): Pick<TableRow, 'texts'> {
  if (columns.every(({ role }) => role !== 'text')) return {}
  const combine = (index: number) =>
    [...new Set(rows.map((row) => getText(row, index)))].filter((text) => text !== '').join('; ')
  return { texts: columns.map((_, index) => combine(index)) }
}

/** Whether there are no rows for missing records, although the keys of the period are known. */
export const omitsRows = ({ rows: { key, fillMissing } }: Pick<ReportPlan, 'rows'>): boolean =>
  fillMissing === 'none' && key.kind !== 'text'

/** What a reader has to know of the rows: which are not shown, and which keys had several records. */
export function describeRows(plan: ReportPlan, count: number, duplicates: readonly string[]): string[] {
  const remarks: string[] = []
  const shown = describeTop(plan, count)
  if (shown !== null) remarks.push(shown)
  if (duplicates.length > 0) {
    const names = [...new Set(duplicates)]
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
    const [left, because] =
      duplicates.length === 1
        ? ['1 record is', 'a later record has']
        : [`${duplicates.length} records are`, 'later records have']
    remarks.push(
      `${left} left out, because ${because} the same ${plan.rows.key.label}: ${names.slice(0, MAX_NAMES).join(', ')}${more}.`,
    )
  }
  return remarks
}

const MAX_NAMES = 5
