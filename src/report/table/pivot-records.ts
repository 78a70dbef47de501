import { evaluate, listReads, mapReads, noPlaces } from '../../query/formula.ts'
import { getOrAdd } from '../../query/get-or-add.ts'
import type { Value } from '../../query/arithmetic.ts'
import type { ColumnPlanOf, RecordValue } from '../model/column-kind.ts'
import { compareNames } from '../model/format.ts'
import { DuplicateKeyError, readSamples } from './read-rows.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import { nameRest } from './row-order.ts'
import {
  type FieldMap,
  getField,
  getGapField,
  getNumber,
  readText,
  type ReportResponse,
} from '../model/report-response.ts'
import { aggregateColumn, type PartRow } from './totals.ts'

type Pivot = ColumnPlanOf<'pivot'>

/** Returns the field of a pivoted record for a value and a field of its records. No field of a record is named so. */
const getPivotField = ({ id }: Pivot, name: string, field: string): string => `${id}\n${field}=${name}`

export const listRecordFields = (records: readonly RecordValue[]): readonly string[] =>
  records.flatMap(({ formula }) => listReads(formula).flat())

/** Returns the values of the records of one pivoted value. A value of the whole row stays as it is. */
export const readPivotFields = (pivot: Pivot, name: string): readonly RecordValue[] =>
  pivot.records.map((value) =>
    value.ofRow ? value : { ...value, formula: pivotFormula(pivot, name, value.formula) },
  )

type RecordFormula = RecordValue['formula']

function pivotFormula(pivot: Pivot, name: string, formula: RecordFormula): RecordFormula {
  const read = (fields: readonly string[]): RecordFormula => ({
    kind: 'read',
    name: fields.map((field) => getPivotField(pivot, name, field)),
  })
  // A number counts where the record is of the value.
  if (listReads(formula).length === 0)
    return { kind: 'operation', operation: '*', operands: [formula, read([''])] }
  return mapReads(formula, (fields) => [read(fields)])
}

/** Reads the value of a record that becomes a column: of a month with its year `2025-03`. */
function readName({ pivot, yearField }: Pivot, record: FieldMap, place: string): string {
  const name = readText(record, [pivot], place)
  return yearField === null ? name : `${readText(record, [yearField], place)}-${name.padStart(2, '0')}`
}

/** Lists the values that become columns: those of the definition's order, then the others by name. */
export function listPivotValues(pivot: Pivot, { records }: ReportResponse): string[] {
  const start = getPivotField(pivot, '', '')
  const seen = new Set(
    records.flatMap((record) =>
      [...record].flatMap(([field]) => (field.startsWith(start) ? [field.slice(start.length)] : [])),
    ),
  )
  const { order, rest, top } = pivot
  const ordered = top === null ? order : order.filter((name) => seen.has(name))
  const names = [...new Set([...ordered, ...[...seen].toSorted(compareNames)])]
  const last = rest === null ? undefined : [nameRest(rest, [rest]), rest].find((name) => names.includes(name))
  return last === undefined ? names : [...names.filter((name) => name !== last), last]
}

/**
 * Gives the records of each row key fields for each value of the pivots. Records of different cells are one record where
 * nothing else is read of them. Of several records of one cell all count, or the last one, as the rows say.
 * Throws DuplicateKeyError where the rows allow one, and ResponseError for what is no number.
 */
export function pivotRecords(plan: Pick<ReportPlan, 'columns' | 'rows'>, response: ReportResponse) {
  const { columns } = plan
  const { key, dimension, duplicates: mode } = plan.rows
  const pivots = columns.filter((column) => column.kind === 'pivot')
  if (pivots.length === 0) return { response, duplicates: [] }
  const isSeparate = mode === 'combine' && columns.some(readsWholeRecords)
  const rows = new Map<unknown, Map<string, unknown>[]>()
  /** What is left out because a later record has the same row and column. */
  const duplicates: string[] = []
  const shownNames = pivots.map((pivot) => chooseNames(pivot, plan, response))
  for (const [index, record] of response.records.entries()) {
    const place = `records[${index}]`
    const ownKey = getField(record, key.fields)
    const row = dimension === null ? ownKey : [ownKey, getField(record, dimension.fields)].join(', ')
    const names = pivots.map((pivot, position) => {
      const name = readName(pivot, record, place)
      const shown = shownNames[position] ?? null
      return shown === null || shown.has(name) ? name : pivot.rest && nameRest(pivot.rest, [...shown])
    })
    const pivoted = new Map(
      pivots.flatMap((pivot, position) => pivotFields(pivot, names[position] ?? null, record, place)),
    )
    const layers = getOrAdd(rows, row, () => [])
    const layer = isSeparate ? undefined : layers.find((fields) => !hasCell(fields, pivoted))
    if (layer !== undefined) for (const [field, value] of pivoted) layer.set(field, value)
    else if (layers.length === 0 || mode === 'combine') layers.push(new Map([...record, ...pivoted]))
    else {
      const cell = [String(row), ...names].join(', ')
      if (mode === 'error') {
        throw new DuplicateKeyError(`Several records have the ${key.label} ${cell}; this report expects one.`)
      }
      duplicates.push(cell)
      for (const [field, value] of pivoted) layers[0]?.set(field, value)
    }
  }
  return { response: { ...response, records: [...rows.values()].flat() }, duplicates }
}

/** Returns the plan with the pivoted values that have columns for a response, so that another period has the same ones. */
export const keepRanking = (plan: ReportPlan, response: ReportResponse): ReportPlan => ({
  ...plan,
  columns: plan.columns.map((column) => {
    const names = column.kind === 'pivot' ? chooseNames(column, plan, response) : null
    return column.kind === 'pivot' ? { ...column, top: names && [...names] } : column
  }),
})

const hasCell = (fields: ReadonlyMap<string, unknown>, pivoted: ReadonlyMap<string, unknown>): boolean =>
  [...pivoted].some(([field]) => fields.has(field))

/** Returns true for a column that reads fields of the records as they are, or each of their values. */
const readsWholeRecords = (column: ReportPlan['columns'][number]): boolean =>
  column.kind === 'pivot'
    ? column.records.some(({ ofRow, sampling }) => ofRow || sampling !== null)
    : column.kind !== 'value' || column.records.length > 0

/** Returns the fields of a record under the names that they have for a value; none without a number. */
function pivotFields(
  pivot: Pivot,
  name: string | null,
  record: FieldMap,
  place: string,
): (readonly [field: string, value: unknown])[] {
  if (name === null) return []
  const fields = [...new Set(listRecordFields(pivot.records.filter(({ ofRow }) => !ofRow)))]
  const numbers = fields.flatMap((field): (readonly [string, unknown])[] => {
    const [own, gap] = [getPivotField(pivot, name, field), record.get(getGapField(field))]
    const number = getNumber(record, [field], place)
    return [
      ...(number === undefined ? [] : [[own, number] as const]),
      ...(gap === undefined ? [] : [[getGapField(own), gap] as const]),
    ]
  })
  const isCounted = fields.length === 0
  return numbers.length === 0 && !isCounted ? [] : [[getPivotField(pivot, name, ''), 1], ...numbers]
}

/** Chooses the values with the largest totals in the first pivot of them; null if all values have columns. */
function chooseNames(
  { pivot: field, top }: Pivot,
  { columns, rows: { key } }: Pick<ReportPlan, 'columns' | 'rows'>,
  { records }: ReportResponse,
): ReadonlySet<string> | null {
  if (typeof top !== 'number') return top && new Set(top)
  const pivot = columns.find((one) => one.kind === 'pivot' && one.pivot === field && one.top === top)
  if (pivot?.kind !== 'pivot') return null
  const rows = records.map((record, index) => {
    const path = `records[${index}]`
    const read = (fields: readonly string[]) => getNumber(record, fields, path) ?? null
    const values = pivot.records.map(({ formula }) => evaluate(formula, { ...noPlaces, read }))
    return {
      name: readName(pivot, record, path),
      key: readText(record, key.fields, path),
      values,
      samples: readSamples(record, pivot.records, values, path),
      hasRecord: true,
    }
  })
  const whole = computeOf(pivot, rows)
  const all = [...new Set(rows.map(({ name }) => name))]
  if (all.length <= top) return null
  const ordered = all
    .map((name) => {
      const own = rows.filter((row) => row.name === name)
      return { name, value: computeOf(pivot, own, whole) ?? -Infinity }
    })
    .toSorted((one, other) => other.value - one.value)
  return new Set(ordered.slice(0, top).map(({ name }) => name))
}

/** Computes a pivot of rows, in the order of time, as the total of its column is computed. */
function computeOf({ formula, records }: Pivot, rows: readonly PartRow[], whole: Value = 1): Value {
  const totals = records.map((value, index) => {
    // A window has its value at the last time.
    const last = rows.findLast(({ values }) => values[index] !== null)?.key
    const counted = rows.filter(({ key }) => key === last)
    return aggregateColumn(value, index, value.total === value.aggregate ? rows : counted)
  })
  return evaluate(formula, {
    ...noPlaces,
    read: (read) => ('record' in read ? (totals[read.record] ?? null) : null),
    at: () => ({ ...noPlaces, read: () => whole }),
  })
}
