import { sql } from 'kysely'
import { sortByKey, type StoredRecord } from '../tables/stored-records.ts'
import { isNamed, periodLengths } from '../../../dataset/key-spans.ts'
import type { QueryPlan } from '../../../query/plan.ts'
import { grains } from '../../../time/grains.ts'
import {
  buildGrouping,
  type GroupRow,
  hasEdge,
  listGroupedDimensions,
  listGroupedNames,
  type RecordGroup,
} from '../tables/grouped-records.ts'
import {
  buildScopes,
  getDimensionValues,
  type RecordRange,
  type Wanted,
} from '../../../dataset/record-keys.ts'
import type { SourceReads, SourceRow } from './sources.ts'
import { buildExtent, buildRecords, getGrains, type SourceContext, type SourcedPlan } from './sql.ts'

/**
 * Returns the scope that a source wrote. Throws for another text: a value that it found equal to one of the definition, such
 * as 1.00 to 1, is of none, and its rows would be missing from the sums.
 */
function findScope(scopes: ReadonlyMap<string, string>, text: string): string {
  const scope = scopes.get(text)
  if (scope === undefined) throw new Error(`a source wrote '${text}' for a value that it found equal`)
  return scope
}

/** Lists the wanted scopes: the dimensions of a source are closed. */
const listSourceScopes = (wanted: Wanted): string[] => buildScopes(wanted.map((values) => values ?? []))

const getText = (row: SourceRow, name: string): string => String(row[name] ?? '')

/** Lists the wanted records in a range, computed by the source: by key. */
export async function listSourceRecords(
  reads: SourceReads,
  dataset: SourcedPlan,
  wanted: Wanted,
  range: RecordRange,
): Promise<StoredRecord[]> {
  const scopes = listSourceScopes(wanted)
  const names = dataset.measures.map(({ field }) => field)
  let byCodes: ReadonlyMap<string, string> = new Map()
  const rows = await reads.run(dataset, (context) => {
    const built = buildRecords(dataset, context, scopes, range, names, false)
    byCodes = built.scopes
    return built.statement
  })
  const records = rows.map((row): StoredRecord => {
    const scope = findScope(byCodes, getText(row, 'scope'))
    const measures = names.flatMap((name, index) => {
      const value = Number(row[`x${index}`]) === 1 ? NaN : (row[`m${index}`] ?? null)
      return value === null ? [] : [[name, Number(value)] as const]
    })
    const key = { period: getText(row, 'period'), key: getText(row, 'key') }
    return { ...key, scope, id: 0, createdAt: null, updatedAt: null, measures: Object.fromEntries(measures) }
  })
  const sorted = sortByKey(records, wanted)
  if (!isNamed(dataset.key)) return sorted
  return sorted.toSorted((a, b) => (a.period === b.period ? 0 : a.period < b.period ? -1 : 1))
}

/** Builds the statement by which a source aggregates records for an input of a query. */
function buildSourceGroups(
  dataset: SourcedPlan,
  context: SourceContext,
  plan: QueryPlan,
  index: number,
  scopes: readonly string[],
  range: RecordRange,
) {
  const built = buildRecords(dataset, context, scopes, range, listGroupedNames(plan, index), true)
  const isByScope = listGroupedDimensions(plan, index, dataset).length > 0 || hasEdge(plan, index)
  // Records of all values together are of none.
  const readValues = ({ scope = '' }: GroupRow) =>
    isByScope && scope !== '' ? getDimensionValues(findScope(built.scopes, String(scope))) : []
  const names = isByScope ? ['scope'] : []
  return buildGrouping(plan, index, sql`(${built.statement})`, names, readValues, true)
}

/** Aggregates wanted records in the source. */
export async function groupSourceRecords(
  reads: SourceReads,
  dataset: SourcedPlan,
  plan: QueryPlan,
  index: number,
  wanted: Wanted,
  range: RecordRange,
): Promise<RecordGroup[]> {
  let built: ReturnType<typeof buildSourceGroups> | undefined
  const rows = await reads.run(dataset, (context) => {
    built = buildSourceGroups(dataset, context, plan, index, listSourceScopes(wanted), range)
    return built.statement
  })
  return rows.map((row) => {
    if (built === undefined) throw new TypeError('a source answered before it was asked')
    return built.read(row)
  })
}

/** Lists the periods from the first to the last day with rows, latest first. */
export async function listSourcePeriods(reads: SourceReads, dataset: SourcedPlan): Promise<string[]> {
  const [row] = await reads.run(dataset, (context) => buildExtent(dataset, context))
  const { own, period } = getGrains(dataset)
  const [first = null, last = null] = ['first', 'last'].map((name) =>
    grains.day.parse(getText(row ?? {}, name)),
  )
  const since = grains.day.parse(dataset.source.since) ?? 0
  if (first === null || last === null || first < since) return []
  const { format, parse } = grains[period]
  // The week of the last days of a year can be one of the next year.
  const [from = 0, to = -1] = [first, last].map((day) => {
    const key = grains[own].format(grains[own].at(day))
    return parse(key.slice(0, periodLengths[period])) ?? 0
  })
  const periods: string[] = []
  for (let number = to; number >= from; number -= 1) periods.push(format(number))
  return periods
}
