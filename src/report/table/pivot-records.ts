import { evaluate, listReads, mapReads } from '../../query/formula.ts'
import type { Value } from '../../query/arithmetic.ts'
import type { ColumnPlanOf, RecordValue } from '../model/column-kind.ts'
import { compareNames } from '../model/format.ts'
import { DuplicateKeyError, readSample } from './read-rows.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import {
  type FieldMap,
  getField,
  getGapField,
  getNumber,
  readText,
  type ReportResponse,
} from '../model/report-response.ts'
import { aggregateValues, combineSamples } from './totals.ts'

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
  return rest !== null && names.includes(rest) ? [...names.filter((name) => name !== rest), rest] : names
}

interface PivotedRecords {
  readonly response: ReportResponse
  /** What was left out because a later record has the same row and column. */
  readonly duplicates: readonly string[]
}

/**
 * Gives the records of each row key fields for each value of the pivots. Records of different cells are one record where
 * nothing else is read of them. Of several records of one cell all count, or the last one, as the rows say.
 * Throws DuplicateKeyError where the rows allow one, and ResponseError for what is no number.
 */
export function pivotRecords(
  { columns, rows: { key, dimension, duplicates: mode } }: Pick<ReportPlan, 'columns' | 'rows'>,
  response: ReportResponse,
): PivotedRecords {
  const pivots = columns.filter((column) => column.kind === 'pivot')
  if (pivots.length === 0) return { response, duplicates: [] }
  const isSeparate = mode === 'combine' && columns.some(readsWholeRecords)
  const rows = new Map<unknown, Map<string, unknown>[]>()
  const duplicates: string[] = []
  const shownNames = pivots.map((pivot) => chooseNames(pivot, response))
  for (const [index, record] of response.records.entries()) {
    const place = `records[${index}]`
    const ownKey = getField(record, key.fields)
    const row = dimension === null ? ownKey : [ownKey, getField(record, dimension.fields)].join(', ')
    const names = pivots.map((pivot, position) => {
      const name = readText(record, [pivot.pivot], place)
      const shown = shownNames[position] ?? null
      return shown === null || shown.has(name) ? name : pivot.rest
    })
    const pivoted = new Map(
      pivots.flatMap((pivot, position) => pivotFields(pivot, names[position] ?? null, record, place)),
    )
    const layers = rows.get(row) ?? []
    rows.set(row, layers)
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

/** Chooses the values with the largest numbers over all records; null if all values have columns. */
function chooseNames(pivot: Pivot, { records }: ReportResponse): ReadonlySet<string> | null {
  if (pivot.top === null) return null
  const byName = new Map<string, FieldMap[]>()
  for (const [index, record] of records.entries()) {
    const name = readText(record, [pivot.pivot], `records[${index}]`)
    byName.set(name, [...(byName.get(name) ?? []), record])
  }
  const whole = computeOf(pivot, records)
  const ordered = [...byName]
    .map(([name, own]) => ({ name, value: computeOf(pivot, own, whole) ?? -Infinity }))
    .toSorted((one, other) => other.value - one.value)
  return new Set(ordered.slice(0, pivot.top).map(({ name }) => name))
}

function computeOf(
  { formula, records: values }: Pivot,
  records: readonly FieldMap[],
  whole: Value = 1,
): Value {
  const aggregated = (index: number): Value => {
    const value = values[index]
    if (value === undefined) return null
    const read = (of: RecordFormula, record: FieldMap): Value =>
      evaluate(of, {
        read: (fields) => getNumber(record, fields, '') ?? null,
        at: () => null,
        list: () => [],
      })
    const weight = value.weights === null ? undefined : values[value.weights]
    const { sampling } = value
    if (sampling !== null) {
      const samples = records.flatMap((record) =>
        readSample(record, sampling, read(value.formula, record), ''),
      )
      return combineSamples(value.aggregate, sampling, samples)
    }
    const pairs = records.flatMap((record): [number, number][] => {
      const number = read(value.formula, record)
      const factor = weight === undefined ? 1 : read(weight.formula, record)
      return number === null || factor === null ? [] : [[number, factor]]
    })
    if (pairs.length === 0) return null
    return aggregateValues(
      value.aggregate,
      pairs.map(([number]) => number),
      pairs.map(([, factor]) => factor),
    )
  }
  return evaluate(formula, {
    read: (read) => ('record' in read ? aggregated(read.record) : null),
    at: () => ({ read: () => whole, at: () => null, list: () => [] }),
    list: () => [],
  })
}
