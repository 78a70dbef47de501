import { type DatasetPlan, type LeadingField } from '../../definition/datasets/dataset-plan.ts'
import { toListEnvelope } from '../http/envelope.ts'
import type { Connection } from '../database/handle.ts'
import { getAmount, getFixedNames } from './amounts.ts'
import { getPatternForm } from './known-amounts.ts'
import { findNames } from './names.ts'
import {
  type RequestedPeriod,
  splitPeriod,
  type PeriodRange,
  periodRange,
  formatKey,
  getDimensionValues,
} from './record-key.ts'
import { type Amounts, listPeriods, listRecords, type StoredRecord } from './store.ts'

/** A read of a dataset's records as data, so that another thread can do it. */
export interface DatasetRead extends RequestedPeriod {
  readonly dataset: DatasetPlan
  readonly scope: string
}

/** A record as it is sent. */
export type SentRecord = Readonly<Record<string, string | number | null>>

/** The answer of a dataset's list, as its call sends it. */
export async function readRecords(db: Connection, { dataset, scope, year, month }: DatasetRead) {
  const range = periodRange(dataset, { year, month })
  const records = await listRecords(db, dataset, scope, range)
  const { group, response } = dataset
  const names =
    group?.kind === 'list' ? await listNames(db, dataset, scope, range) : patternNames(dataset, records)
  const groupFigures = figuresOfGroup(dataset, names)
  const sent = records.map((record) => formatRecord(dataset, record, groupFigures))
  const answer = toListEnvelope(sent, sent.length, sent.length === 0 ? response.empty : '')
  if (response.recordsIn === null) return answer
  const lists = group?.kind === 'list' ? { [group.list]: names } : {}
  return { ...answer, records: { [response.recordsIn]: sent, ...lists } }
}

/** The years that have records in any of the datasets, latest first. */
export async function readYears(db: Connection, datasets: readonly DatasetPlan[]): Promise<number[]> {
  const periods = await periodsOf(db, datasets)
  return [...new Set(periods.map((period) => Number(period.slice(0, 4))))].toSorted((a, b) => b - a)
}

/** The months that have records in any of the datasets, latest first, as `2025-03`. */
export async function readMonths(db: Connection, datasets: readonly DatasetPlan[]): Promise<string[]> {
  return [...new Set(await periodsOf(db, datasets))].toSorted().toReversed()
}

async function periodsOf(db: Connection, datasets: readonly DatasetPlan[]): Promise<string[]> {
  const found: string[] = []
  for (const dataset of datasets) found.push(...(await listPeriods(db, dataset)))
  return found
}

type NamedFigures = readonly (readonly [name: string, value: number])[]

/**
 * One record as it is sent: the leading fields, then those of the dataset's measures that it has, then those of the
 * list or pattern. What is stored under other names, of a measure that the definition has no more, is not sent.
 */
export function formatRecord(
  dataset: DatasetPlan,
  record: StoredRecord,
  groupFigures: (figures: Amounts) => NamedFigures = () => [],
): SentRecord {
  const { figures } = record
  const fields: (readonly [string, string | number | null])[] = dataset.response.leading.map((field) => [
    field.name,
    sentField(dataset, record, field),
  ])
  for (const { field } of dataset.measures) {
    const value = getAmount(figures, field)
    if (value !== null) fields.push([field, value])
  }
  return Object.fromEntries([...fields, ...groupFigures(figures)])
}

/**
 * Picks the figures of the list or pattern. A record has 0 for the names of a pattern that it lacks, since readers take
 * them from the first record; of a list it has what is stored under any name that is not reserved.
 */
function figuresOfGroup(
  { group, measures }: DatasetPlan,
  names: readonly string[],
): (figures: Amounts) => NamedFigures {
  if (group === null) return () => []
  if (group.kind === 'pattern') {
    return (figures) => names.map((name) => [name, getAmount(figures, name) ?? 0])
  }
  const others = new Set([...measures.map(({ field }) => field), ...group.reserved])
  return (figures) => Object.entries(figures).filter(([name]) => !others.has(name))
}

/** The names of the pattern's form that records have, in the order of the records. */
function patternNames(dataset: DatasetPlan, records: readonly StoredRecord[]): string[] {
  const { group } = dataset
  if (group?.kind !== 'pattern') return []
  const form = getPatternForm(group.pattern)
  const fixed = getFixedNames(dataset)
  const names = new Set(records.flatMap(({ figures }) => Object.keys(figures)))
  return [...names].filter((name) => form.test(name) && !fixed.has(name))
}

function sentField(dataset: DatasetPlan, record: StoredRecord, field: LeadingField): string | number | null {
  switch (field.kind) {
    case 'id':
      return record.id
    case 'key':
      return formatKey(dataset, record)
    case 'year':
    case 'month':
      return splitPeriod(dataset, record)[field.kind]
    case 'dimension':
      return getDimensionValues(record.scope)[field.index] ?? null
    case 'createdAt':
      return record.createdAt
    case 'updatedAt':
      return record.updatedAt
  }
}

/** The names of the list of a range of periods, in the order of the first period that has each. */
async function listNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  range: PeriodRange,
): Promise<string[]> {
  const lists = await findNames(db, dataset, scope, range)
  return lists.length === 1 ? (lists[0]?.names ?? []) : [...new Set(lists.flatMap(({ names }) => names))]
}
