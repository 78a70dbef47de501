import { getMeasure } from '../../../query/arithmetic.ts'
import {
  type DatasetPlan,
  findOwner,
  getSentList,
  isStored,
  type LeadingField,
} from '../../../dataset/dataset-plan.ts'
import { toListEnvelope } from '../../platform/http/responses.ts'
import {
  getText,
  listGroupNames,
  type NamedMeasure,
  type Measures,
  selectGroupMeasures,
} from '../../../dataset/measures.ts'
import { EARLIER_FIELD, getGapField } from '../../../report/model/report-response.ts'
import { findNames } from './names.ts'
import {
  formatKey,
  getDimensionValues,
  getPeriodRange,
  listWanted,
  type PeriodRange,
  type RequestedPeriod,
  splitPeriod,
  type Wanted,
  wantAll,
} from '../../../dataset/record-keys.ts'
import {
  checkSize,
  findEdgeDay,
  MAX_VALUES,
  readAnswer,
  readDataset,
  readPeriods,
  type RecordStore,
} from './read-dataset.ts'
import { describeAge } from '../sources/sources.ts'
import { listKeys, mapInTurns, type StoredRecord, findEdgeKey } from './stored-records.ts'
import { monthNames, parseDate } from '../../../time/calendar.ts'
import type { Connection } from '../../platform/database/handle.ts'

export interface DatasetRead extends RequestedPeriod {
  readonly dataset: DatasetPlan
  readonly wanted: Wanted
}

export type SentRecord = Readonly<Record<string, string | number | null>>

/** Reads the response of a dataset's list call as JSON. Throws 400 if it would have too many values. */
export async function readResponse(
  store: RecordStore,
  { dataset, wanted, ...requested }: DatasetRead,
  maxValues = MAX_VALUES,
): Promise<string> {
  const range = getPeriodRange(dataset, requested)
  const { records, remarks, lacks, gaps, earlier, forecast } = await readAnswer(store, dataset, wanted, range)
  checkSize(records, maxValues)
  const list = getSentList(dataset.group)
  const names =
    list === null
      ? listGroupNames(dataset, records)
      : await listNames(store, dataset, listWanted(wanted) ?? [], range)
  const groupMeasures = selectGroupMeasures(dataset, names)
  const texts = await mapInTurns(records, (record) =>
    JSON.stringify({
      ...formatRecord(dataset, record, groupMeasures),
      ...formatGaps(gaps.get(record)),
      ...(earlier.has(record) && { [EARLIER_FIELD]: true }),
    }),
  )
  const upTo = await findEdgeDay(store, dataset, 'last')
  const due = await describeDue(store.db, dataset, requested)
  const age = store.reads.getAge()
  const said = [...remarks, due, age && describeAge(age)].filter((sentence) => sentence !== null)
  const { recordsIn, empty } = dataset.response
  const isPartial = lacks.length > 0 || gaps.size > 0
  const text = JSON.stringify({
    ...toListEnvelope([], texts.length, texts.length === 0 ? empty : ''),
    ...(recordsIn !== null && { records: { [recordsIn]: [], ...(list !== null && { [list]: names }) } }),
    ...(said.length > 0 && { notice: said.join(' ') }),
    ...(upTo !== null && { upTo }),
    ...(isPartial && { partial: lacks }),
    ...(forecast.length > 0 && { forecast: forecast.map((record) => formatRecord(dataset, record)) }),
  })
  // A response with records has no message, so that the first empty list is that of the records.
  return text.replace('[]', () => `[${texts.join(',')}]`)
}

/** Returns what joined datasets lack of the measures of a record, as fields of it. */
const formatGaps = (gaps: Readonly<Record<string, string>> = {}): SentRecord =>
  Object.fromEntries(Object.entries(gaps).map(([field, text]) => [getGapField(field), text]))

/** Returns the years with records in any of the datasets, latest first. */
export async function readYears(store: RecordStore, datasets: readonly DatasetPlan[]): Promise<number[]> {
  const periods: string[] = []
  for (const dataset of datasets) periods.push(...(await readPeriods(store, dataset)))
  return [...new Set(periods.map((period) => Number(period.slice(0, 4))))].toSorted((a, b) => b - a)
}

/** Reads the months with records in any of the datasets, latest first, as `2025-03`. */
export async function readMonths(store: RecordStore, datasets: readonly DatasetPlan[]): Promise<string[]> {
  const months = new Set<string>()
  for (const dataset of datasets) {
    for (const text of await readMonthTexts(store, findOwner(dataset))) months.add(text.slice(0, 7))
  }
  return [...months].toSorted().toReversed()
}

/** Lists texts that begin with the months of a dataset: its periods, or its keys if those are months. */
async function readMonthTexts(store: RecordStore, source: DatasetPlan): Promise<string[]> {
  if (source.key.kind !== 'month') return readPeriods(store, source)
  if (isStored(source)) return listKeys(store.db, source)
  const range = { first: '', last: '9999' }
  return (await readDataset(store, source, wantAll(source), range)).map(({ key }) => key)
}

/**
 * Formats a record for the response: the leading fields, then the measures and texts of the dataset that it has, then
 * the measures of the list or pattern. Measures that were removed from the definition are not sent.
 */
export function formatRecord(
  dataset: DatasetPlan,
  record: StoredRecord,
  groupMeasures: (measures: Measures) => readonly NamedMeasure[] = () => [],
): SentRecord {
  const { measures } = record
  const fields: (readonly [string, string | number | null])[] = dataset.response.leading.map((field) => [
    field.name,
    getSentField(dataset, record, field),
  ])
  for (const { field } of dataset.measures) {
    const value = getMeasure(measures, field)
    // JSON has no such number.
    if (value !== null) fields.push([field, Number.isNaN(value) ? 'NaN' : value])
  }
  for (const { field } of dataset.texts) {
    const text = getText(record.texts, field)
    if (text !== '') fields.push([field, text])
  }
  return Object.fromEntries([...fields, ...groupMeasures(measures)])
}

function getSentField(dataset: DatasetPlan, record: StoredRecord, field: LeadingField) {
  switch (field.kind) {
    case 'id':
      return record.id
    case 'key':
      return formatKey(dataset, record)
    case 'year':
    case 'month':
      return splitPeriod(record)[field.kind]
    case 'dimension':
      return getDimensionValues(record.scope)[field.index] ?? null
    case 'createdAt':
      return record.createdAt
    case 'updatedAt':
      return record.updatedAt
  }
}

/** Returns the names of the list in a range of periods, in the order of the first period with each. */
async function listNames(
  { db }: RecordStore,
  dataset: DatasetPlan,
  scopes: readonly string[],
  range: PeriodRange,
): Promise<string[]> {
  const found: string[] = []
  for (const scope of scopes) found.push(...(await findNames(db, dataset, scope, range)).flat())
  return [...new Set(found)]
}

/** Returns the dataset that says when its records are due: the dataset itself, or the one that a report asks. */
export function findDueDataset(dataset: DatasetPlan): DatasetPlan | null {
  const owner = findOwner(dataset)
  return owner.dueBy === null ? null : owner
}

/** Says until when there are records and when new ones are due: `Until 14 March, due at 10:00.` */
async function describeDue(db: Connection, dataset: DatasetPlan, { year, days }: RequestedPeriod) {
  const source = findDueDataset(dataset)
  if (source === null) return null
  const last = await findEdgeKey(db, source, 'max')
  if (!last) return null
  const zone = source.read.zone === null ? '' : ` (${source.read.zone})`
  return `Until ${formatLast(last, year ?? Number(days?.last.slice(0, 4)))}, due at ${source.dueBy}${zone}.`
}

/** Formats a day as `14 March`, with its year if another one was asked for; a longer period as it is written. */
function formatLast(last: string, year: number): string {
  const date = parseDate(last.slice(0, 10))
  if (date === null) return last
  const day = `${date.day} ${monthNames[date.month - 1]}`
  return date.year === year ? day : `${day} ${date.year}`
}
