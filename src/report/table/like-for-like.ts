import { parseRowKey } from '../model/key-kinds.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import {
  type FieldMap,
  EARLIER_FIELD,
  getGapField,
  readText,
  type ReportResponse,
} from '../model/report-response.ts'
import { getColumnKind } from './column-kinds.ts'
import { getFixedFields } from './resolve-columns.ts'

/** Returns the name by which records of two periods are matched. */
type ReadName = (record: FieldMap) => string

/** What a value lacks that reads a number which only one of two periods has of a name. */
export const ONE_PERIOD = '\none period'

/**
 * Leaves out the names that only one of two responses has, and their numbers that only one has. What reads these numbers
 * lacks `ONE_PERIOD`. Returns null if both have the same names and numbers, or no name in common.
 */
export function keepShared(
  plan: ReportPlan,
  responses: readonly [now: ReportResponse, before: ReportResponse],
) {
  const readers = listReaders(plan)
  const named = [
    ...readers.map((read) =>
      responses.map(
        ({ records }) => new Set(records.filter((one) => one.get(EARLIER_FIELD) !== true).map(read)),
      ),
    ),
    responses.map((response) => listGroupFields(plan, response)),
  ]
  const numbers = readers.map((read) => responses.map((response) => listNumbers(response, read)))
  const [shared, sharedNumbers] = [named.map(intersect), numbers.map(intersect)]
  const count = shared.reduce((sum, { size }) => sum + size, 0)
  const isSame = (sets: readonly ReadonlySet<string>[]) =>
    new Set([...sets, intersect(sets)].map(({ size }) => size)).size === 1
  if (count === 0 || [...named, ...numbers].every(isSame)) return null
  /** Whether some of these names have a number in one of the responses only, and are left out of it. */
  let isPartial = false
  const fields = shared.at(-1) ?? new Set()
  const dropped = new Set(named.at(-1)?.flatMap((set) => [...set].filter((name) => !fields.has(name))))
  const keep = ({ records, lists, partial = [], ...response }: ReportResponse): ReportResponse => ({
    ...response,
    partial,
    records: records
      .filter((record) => readers.every((read, index) => shared[index]?.has(read(record))))
      .map((record) => {
        const isKept = (field: string) =>
          readers.every((read, index) => sharedNumbers[index]?.has(formatNumberId(read(record), field)))
        const fields = [...record].filter(([field]) => !dropped.has(field))
        const lost = fields.filter(([field, value]) => isFilled(value) && !isKept(field))
        isPartial ||= lost.length > 0
        const gaps = lost.map(([field]) => [getGapField(field), ONE_PERIOD] as const)
        return new Map([...fields.filter((entry) => !lost.includes(entry)), ...gaps])
      }),
    lists: new Map([...lists].map(([name, list]) => [name, list.filter((entry) => !dropped.has(entry))])),
  })
  const [now, before] = [keep(responses[0]), keep(responses[1])]
  return { now, before, count, isPartial }
}

const formatNumberId = (name: string, field: string): string => `${name}\n${field}`
const isFilled = (value: unknown): boolean => typeof value === 'number'

/** Lists the numbers of a response: each by its name and field. */
const listNumbers = ({ records }: ReportResponse, read: ReadName): ReadonlySet<string> =>
  new Set(
    records.flatMap((record) =>
      [...record].flatMap(([field, value]) => (isFilled(value) ? formatNumberId(read(record), field) : [])),
    ),
  )

/** Lists the names of a record: that of its row, in one or two parts, and the values that become columns. */
function listReaders({ columns, rows: { key, dimension }, data }: ReportPlan): readonly ReadName[] {
  const path = data.recordsPath.join('.')
  const pivots = columns.flatMap((column) => (column.kind === 'pivot' ? column.pivot : []))
  const readFields = (names: readonly string[]) => (record: FieldMap) => readText(record, names, path)
  const row: readonly ReadName[] = [
    ...(key.kind === 'text' ? [(record: FieldMap) => parseRowKey(key, record, path).key] : []),
    ...(dimension === null ? [] : [readFields(dimension.fields)]),
  ]
  return [
    ...(row.length > 0 ? [(record: FieldMap) => row.map((read) => read(record)).join('\n')] : []),
    ...[...new Set(pivots)].map((name) => readFields([name])),
  ]
}

/** Lists the fields of a response that are columns of a group. */
function listGroupFields(plan: ReportPlan, response: ReportResponse): ReadonlySet<string> {
  const context = { response, fixed: getFixedFields(plan), warn: () => undefined }
  const groups = plan.columns.filter(({ kind }) => kind === 'list' || kind === 'pattern')
  return new Set(
    groups.flatMap((column) =>
      getColumnKind(column)
        .resolve(column, context)
        .flatMap(({ fields }) => fields),
    ),
  )
}

const intersect = ([first = new Set(), ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set([...first].filter((name) => others.every((set) => set.has(name))))
