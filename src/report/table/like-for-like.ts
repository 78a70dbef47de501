import { parseRowKey } from '../model/key-kinds.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import { type FieldMap, readText, type ReportResponse } from '../model/report-response.ts'
import { getColumnKind } from './column-kinds.ts'
import { getFixedFields } from './resolve-columns.ts'

/** Returns the name by which records of two periods are matched. */
type ReadName = (record: FieldMap) => string

/** Two responses without the names that only one of them has. */
interface SharedRecords {
  readonly now: ReportResponse
  readonly before: ReportResponse
  /** How many names both have. */
  readonly count: number
}

/** Leaves out the names that only one of two responses has; null if both have the same names, or none in common. */
export function keepShared(
  plan: ReportPlan,
  responses: readonly [now: ReportResponse, before: ReportResponse],
): SharedRecords | null {
  const readers = listReaders(plan)
  const named = [
    ...readers.map((read) => responses.map(({ records }) => new Set(records.map(read)))),
    responses.map((response) => listGroupFields(plan, response)),
  ]
  const shared = named.map(intersect)
  const count = shared.reduce((sum, { size }) => sum + size, 0)
  if (count === 0 || named.every((sets, index) => sets.every(({ size }) => size === shared[index]?.size))) {
    return null
  }
  const fields = shared.at(-1) ?? new Set()
  const dropped = new Set(named.at(-1)?.flatMap((set) => [...set].filter((name) => !fields.has(name))))
  const keep = ({ records, lists, ...response }: ReportResponse): ReportResponse => ({
    ...response,
    records: records
      .filter((record) => readers.every((read, index) => shared[index]?.has(read(record))))
      .map((record) => new Map([...record].filter(([field]) => !dropped.has(field)))),
    lists: new Map([...lists].map(([name, list]) => [name, list.filter((entry) => !dropped.has(entry))])),
  })
  return { now: keep(responses[0]), before: keep(responses[1]), count }
}

/** Lists the names of a record: those of its row, and the values that become columns. */
function listReaders({ columns, rows: { key, dimension }, data }: ReportPlan): readonly ReadName[] {
  const path = data.recordsPath.join('.')
  const pivots = columns.flatMap((column) => (column.kind === 'pivot' ? column.pivot : []))
  const fields = [
    ...(dimension === null ? [] : [dimension.fields]),
    ...[...new Set(pivots)].map((name) => [name]),
  ]
  return [
    ...(key.kind === 'text' ? [(record: FieldMap) => parseRowKey(key, record, path).key] : []),
    ...fields.map((names) => (record: FieldMap) => readText(record, names, path)),
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
