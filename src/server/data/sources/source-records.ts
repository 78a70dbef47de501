import { sql } from 'kysely'
import { sortByKey, type StoredRecord } from '../tables/stored-records.ts'
import { periodLengths } from '../../../dataset/key-spans.ts'
import type { QueryPlan } from '../../../query/plan.ts'
import type { DayRange } from '../../../time/days.ts'
import { grains } from '../../../time/grains.ts'
import {
  buildGrouping,
  createGroupReader,
  type GroupRow,
  hasEdge,
  listGroupedDimensions,
  listGroupedNames,
  type RecordGroup,
} from '../tables/grouped-records.ts'
import { buildScope, type RecordRange, type Wanted } from '../../../dataset/record-keys.ts'
import type { SourceReads, SourceRow } from './sources.ts'
import {
  buildExtent,
  buildRecords,
  buildValues,
  findValue,
  getGrains,
  nameDimension,
  type SourcedPlan,
} from './sql.ts'

const getText = (row: SourceRow, name: string): string => String(row[name] ?? '')

/** Lists the wanted records in a range, computed by the source: by key. */
export async function listSourceRecords(
  reads: SourceReads,
  dataset: SourcedPlan,
  wanted: Wanted,
  range: RecordRange,
): Promise<StoredRecord[]> {
  const names = dataset.measures.map(({ field }) => field)
  const rows = await reads.run(dataset, (context) =>
    buildRecords(dataset, context, wanted, range, names, false),
  )
  const records = rows.map((row): StoredRecord => {
    const values = dataset.dimensions.map((_, index) =>
      findValue(dataset, index, getText(row, nameDimension(index))),
    )
    const measures = names.flatMap((name, index) => {
      const value = Number(row[`x${index}`]) === 1 ? NaN : (row[`m${index}`] ?? null)
      return value === null ? [] : [[name, Number(value)] as const]
    })
    const key = { period: getText(row, 'period'), key: getText(row, 'key') }
    const stored = { id: 0, createdAt: null, updatedAt: null }
    return { ...key, ...stored, scope: buildScope(values), measures: Object.fromEntries(measures) }
  })
  return sortByKey(records, wanted)
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
  const all = [...dataset.dimensions.keys()]
  const by = hasEdge(plan, index) ? all : listGroupedDimensions(plan, index, dataset)
  const rows = await reads.run(dataset, (context) => {
    const records = buildRecords(dataset, context, wanted, range, listGroupedNames(plan, index), true)
    return buildGrouping(plan, index, sql`(${records})`, by.map(nameDimension), true)
  })
  const readValue = (row: GroupRow, dimension: number) =>
    by.includes(dimension) ? findValue(dataset, dimension, getText(row, nameDimension(dimension))) : ''
  return rows.map(createGroupReader(plan, index, (row) => all.map((one) => readValue(row, one))))
}

/** Lists the values of a dimension that the wanted rows have. */
export async function listSourceValues(
  reads: SourceReads,
  dataset: SourcedPlan,
  index: number,
  wanted: Wanted,
): Promise<string[]> {
  const rows = await reads.run(dataset, (context) => buildValues(dataset, context, index, wanted))
  return rows.map((row) => findValue(dataset, index, getText(row, 'value')))
}

/** Finds the first and the last day with rows; null without rows. */
export async function findSourceExtent(reads: SourceReads, dataset: SourcedPlan): Promise<DayRange | null> {
  const [row = {}] = await reads.run(dataset, (context) => buildExtent(dataset, context))
  const [first = '', last = ''] = ['first', 'last'].map((name) => getText(row, name))
  // ClickHouse writes the first day of its own where there is none.
  return first < dataset.source.since ? null : { first, last }
}

/** Lists the periods from the first to the last day with rows, latest first. */
export async function listSourcePeriods(reads: SourceReads, dataset: SourcedPlan): Promise<string[]> {
  const extent = await findSourceExtent(reads, dataset)
  if (extent === null) return []
  const { keyGrain, period } = getGrains(dataset)
  const { format, parse } = grains[period]
  // The week of the last days of a year can be one of the next year.
  const [from = 0, to = -1] = [extent.first, extent.last].map((day) => {
    const key = grains[keyGrain].format(grains[keyGrain].at(grains.day.parse(day) ?? 0))
    return parse(key.slice(0, periodLengths[period])) ?? 0
  })
  const periods: string[] = []
  for (let number = to; number >= from; number -= 1) periods.push(format(number))
  return periods
}
