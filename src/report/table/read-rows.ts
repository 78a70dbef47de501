import type { Value } from '../../query/arithmetic.ts'
import type { Place, ResolvedColumn, Sample, Sampling } from '../model/column-kind.ts'
import { getKeyKind, parseRowKey } from '../model/key-kinds.ts'
import { type Cell, evaluate, noPlaces } from '../../query/formula.ts'
import { getOrAdd } from '../../query/get-or-add.ts'
import type { Period } from '../../time/days.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import {
  EARLIER_FIELD,
  type FieldMap,
  getNumber,
  readText,
  type ReportResponse,
  ResponseError,
} from '../model/report-response.ts'
import { compareNames, formatNames } from '../model/format.ts'
import { describeTop } from './row-order.ts'
import { getRowId, getRowName, getText, type TableRow } from '../model/report-table.ts'
import { combineGaps, readGaps } from './gaps.ts'
import { aggregateColumn } from './totals.ts'

/** Two records with one key, in a report that allows one. The message is for the user. */
export class DuplicateKeyError extends ResponseError {}

/**
 * Returns the rows of a response and those that are missing, in the order of their keys, or of the response if the keys have
 * none. Returns as well the label of each record that a later one with its key replaces. `warn` gets what was left out.
 */
export function readRows(
  { rows: plan }: ReportPlan,
  period: Period,
  response: ReportResponse,
  columns: readonly ResolvedColumn[],
  warn: (text: string) => void,
): { readonly rows: readonly TableRow[]; readonly duplicates: readonly string[] } {
  const { format, listAll } = getKeyKind(plan.key)
  const missing = plan.missing === 'zero' ? 0 : null
  const byKey = new Map<string, TableRow>()
  const positions = new Map<string, number>()
  const hasSamples = columns.some(({ sampling }) => sampling !== null)
  const duplicates: string[] = []
  const add = (row: Omit<TableRow, 'label' | 'isRest'>) =>
    byKey.set(getRowId(row), { ...row, label: format(plan.key, row.key, period), isRest: false })
  const combined = new Map<string, TableRow[]>()
  for (const [index, record] of response.records.entries()) {
    const path = `records[${index}]`
    const { key, isWithin } = parseRowKey(plan.key, record, path, period)
    const values = readValues(record, columns, missing, path)
    const texts = listTexts(columns, ({ fields }) =>
      readText(record, fields, path).replaceAll(/\s+/g, ' ').trim(),
    )
    if (!isWithin) {
      warn(`${path}: ${key} is outside the chosen period and was left out`)
      continue
    }
    const samples = hasSamples ? { samples: readSamples(record, columns, values, path) } : {}
    const row = {
      key,
      values,
      ...samples,
      ...texts,
      ...(response.partial && { gaps: readGaps(record, columns) }),
      ...(plan.dimension !== null && { dimension: texts.texts?.[0] ?? '' }),
      ...(record.get(EARLIER_FIELD) === true && { isEarlier: true }),
      hasRecord: true,
    }
    const id = getRowId(row)
    const first = byKey.get(id)
    if (first !== undefined && plan.duplicates === 'combine') {
      getOrAdd(combined, id, () => [first]).push({ ...first, ...row })
      continue
    }
    if (first !== undefined) {
      if (plan.duplicates === 'error') {
        const found = `Records ${(positions.get(id) ?? 0) + 1} and ${index + 1} both have the ${plan.key.label} ${getRowName(first)}`
        throw new DuplicateKeyError(`${found}; this report expects one.`)
      }
      warn(
        `${path}: a second record of ${[key, row.dimension ?? []].flat().join(', ')}; the later one is used`,
      )
      duplicates.push(getRowName(first))
    }
    positions.set(id, index)
    add(row)
  }
  for (const rows of combined.values()) {
    const [first] = rows
    if (first === undefined) continue
    const samples = hasSamples && {
      samples: columns.map((_, index) => rows.flatMap((row) => row.samples?.[index] ?? [])),
    }
    const gaps = first.gaps && { gaps: combineGaps(columns, rows) }
    add({
      ...first,
      values: columns.map((column, index) => aggregateColumn(column, index, rows)),
      ...samples,
      // Each text once, in their order.
      ...listTexts(columns, (_, index) =>
        [...new Set(rows.map((row) => getText(row, index)))].filter((text) => text !== '').join('; '),
      ),
      ...gaps,
    })
  }
  if (byKey.size === 0) return { rows: [], duplicates }
  const empty = readValues(new Map(), columns, missing, '')
  for (const key of plan.fillMissing === 'none' ? [] : listAll(period, plan.key)) {
    if (!byKey.has(key)) add({ key, values: empty, hasRecord: false })
  }
  const rows = hasSamples
    ? [...byKey.values()].map((row) => ({ ...row, values: aggregateSamples(columns, row) }))
    : [...byKey.values()]
  return { rows: plan.key.kind === 'text' ? rows : rows.toSorted(compareKeys), duplicates }
}

const compareKeys = (first: TableRow, second: TableRow): number =>
  first.key === second.key
    ? compareNames(first.dimension ?? '', second.dimension ?? '')
    : first.key < second.key
      ? -1
      : 1

const aggregateSamples = (columns: readonly ResolvedColumn[], row: TableRow): Value[] =>
  columns.map((column, index) =>
    column.sampling === null ? (row.values[index] ?? null) : aggregateColumn(column, index, [row]),
  )

/** Reads the samples of a record from its values. */
export const readSamples = (
  record: FieldMap,
  columns: readonly Pick<ResolvedColumn, 'sampling'>[],
  values: readonly Value[],
  path: string,
): Sample[][] =>
  columns.map(({ sampling }, index) =>
    sampling === null ? [] : readSample(record, sampling, values[index] ?? null, path),
  )

/** Reads the sample of a record; none without a value, or without a text to add it by. */
function readSample(record: FieldMap, { by: fields }: Sampling, value: Value, path: string): Sample[] {
  if (value === null) return []
  if (fields === null) return [{ by: '', value }]
  const by = readText(record, fields, path)
  return by === '' ? [] : [{ by, value }]
}

/** Reads the values of a record; a field that it lacks is computed if the column says how. */
function readValues(
  record: FieldMap,
  columns: readonly ResolvedColumn[],
  missing: Value,
  path: string,
): Value[] {
  const isEmpty = [...record].length === 0
  const values = new Map<number, Value>()
  const readField = (fields: readonly string[], otherwise = missing): Value =>
    getNumber(record, fields, path) ?? otherwise
  const cell: Cell<number, Place> = {
    ...noPlaces,
    read: (index) => getOrAdd(values, index, () => compute(columns[index])),
  }
  const compute = (column: ResolvedColumn | undefined): Value => {
    if (column === undefined || column.role === 'text') return null
    if (column.record !== null) {
      const isAdded = column.aggregate === 'sum' && column.record.kind === 'read'
      // A record of another value of a pivot, whose fields have a name of two lines, is in no mean.
      const read = (fields: readonly string[]) =>
        isAdded || fields[0]?.includes('\n') !== true ? readField(fields) : readField(fields, null)
      return isEmpty ? missing : evaluate(column.record, { ...noPlaces, read })
    }
    const loaded = column.fields.length === 0 ? undefined : getNumber(record, column.fields, path)
    if (loaded !== undefined) return loaded
    return column.formula === null ? missing : evaluate(column.formula, cell)
  }
  return columns.map((_, index) => cell.read(index))
}

/** Lists the texts of the columns that are texts; nothing if no column is one. */
const listTexts = (
  columns: readonly ResolvedColumn[],
  getText: (column: ResolvedColumn, index: number) => string,
): Pick<TableRow, 'texts'> =>
  columns.every(({ role }) => role !== 'text')
    ? {}
    : { texts: columns.map((column, index) => (column.role === 'text' ? getText(column, index) : '')) }

/** Says what a reader has to know of the rows: which are not shown, and which keys had several records. */
export function describeRows(
  plan: ReportPlan,
  columns: readonly ResolvedColumn[],
  count: number,
  restLabel: string,
  duplicates: readonly string[],
): string[] {
  const remarks = [describeTop(plan, columns, count, restLabel) ?? []].flat()
  const { length } = duplicates
  if (length === 0) return remarks
  const left = length === 1 ? '1 record is' : `${length} records are`
  const because = length === 1 ? 'a later record has' : 'later records have'
  const names = formatNames([...new Set(duplicates)])
  return [...remarks, `${left} left out, because ${because} the same ${plan.rows.key.label}: ${names}.`]
}
