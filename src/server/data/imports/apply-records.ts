import type { StoredImport } from '../../../../schemas/api/imports.ts'
import { getMeasure } from '../../../query/arithmetic.ts'
import { type DatasetPlan, getSentList, isOpenDataset, isSingle } from '../../../dataset/dataset-plan.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { getText, isKnownMeasure, type Measures } from '../../../dataset/measures.ts'
import { listNamesOfPeriod, type NameList, updateNames } from '../tables/names.ts'
import {
  getDimensionValues,
  getPrefixRange,
  joinKey,
  type RecordKey,
  type Wanted,
  wantAll,
  wantScope,
} from '../../../dataset/record-keys.ts'
import {
  deleteRecords,
  listPeriods,
  listRecords,
  type RecordRow,
  type ScopedEntry,
  type StoredRecord,
  writeRecords,
} from '../tables/stored-records.ts'
import { MAX_NAMES } from './dynamic-columns.ts'
import { alignNames } from './stored-spellings.ts'
import { FileError, RowErrors, quoteText } from '../../../reading/errors.ts'
import { describeRecord, type ParsedFile, type ParsedRecord } from './row-reader.ts'
import { getOrAdd } from '../../../query/get-or-add.ts'

/** Counts the records by what was done with them. Removed records of the replaced period are not in the file. */
export type Outcome = Pick<StoredImport, 'added' | 'unchanged' | 'replaced' | 'removed'>

/** Records are stored with other amounts. */
export class ConflictErrors extends RowErrors {
  /** Each says other amounts. */
  protected override readonly mostAlike = Infinity
  /** The number of amounts that --replace overwrites; names with other capitals are not among them. */
  replaceable = 0
}

/** Describes an amount or text that a file changes; `by` is the size of the change, 0 for a text. */
export interface Difference {
  /** The record: its values of dimensions, its period and key. */
  readonly record: string
  readonly field: string
  readonly was: string
  readonly is: string
  readonly by: number
}

/** Contains what some records of one scope are written over. */
export interface ChangedPart {
  readonly scope: string
  readonly written: readonly RecordRow[]
  /** The replaced and the removed records. */
  readonly before: readonly StoredRecord[]
  /** The lists of names of the periods. */
  readonly names: readonly NameList[]
}

export interface ApplyOptions {
  /** The replaced day, month, year or all records; null only adds, and other amounts are conflicts. */
  readonly replaced: string | null
  /** Keeps what is written over; null if nothing is written. */
  readonly keep: ((part: ChangedPart) => Promise<void>) | null
  readonly now: Date
}

/** Describes what an import does, or would do. */
export interface Applied {
  readonly outcome: Outcome
  /** The records that are stored with other amounts, if these are not replaced. Then nothing was written. */
  readonly conflicts: ConflictErrors
  /** The largest changes of amounts. */
  readonly largest: readonly Difference[]
}

interface Comparison extends Applied {
  readonly largest: Difference[]
  readonly dataset: DatasetPlan
  readonly file: ParsedFile
  readonly options: ApplyOptions
}

const BATCH_SIZE = 500
/** The records whose stored ones are read at a time; records of one key are compared together. */
const RANGE_SIZE = 10_000

/** Compares the records of a file with the stored ones, and writes the new and replaced ones. */
export async function applyRecords(
  db: Connection,
  dataset: DatasetPlan,
  file: ParsedFile,
  options: ApplyOptions,
): Promise<Applied> {
  const outcome: Outcome = { added: 0, unchanged: 0, replaced: 0, removed: 0 }
  const conflicts = new ConflictErrors()
  const comparison: Comparison = { dataset, file, options, outcome, conflicts, largest: [] }
  const { keep, now } = options
  const aligned = await alignNames(db, dataset, file, options.replaced, conflicts)
  for (const [scope, records] of groupByScope(dataset, aligned)) {
    const wanted = isOpenDataset(dataset) ? wantAll(dataset) : wantScope(scope)
    const periods = await removeOthers(db, scope, wanted, records, comparison)
    for (const group of groupByRange(records)) {
      const stored = await readStored(db, dataset, wanted, group)
      // An index grows faster in its own order.
      const byIndex = groupBy(group, ({ period, scope: ofRecord }) => `${period}\n${ofRecord}`)
      const sorted = sortGroups(byIndex).flatMap(([, ofScope]) => ofScope)
      for (let start = 0; start < sorted.length; start += BATCH_SIZE) {
        const entries = compareBatch(stored, sorted.slice(start, start + BATCH_SIZE), comparison)
        if (keep === null || conflicts.count > 0) continue
        const written = await writeRecords(db, dataset, entries, now)
        const before = stored.size === 0 ? [] : entries.flatMap((entry) => stored.get(identify(entry)) ?? [])
        await keep({ scope, written, before, names: [] })
      }
    }
    if (keep !== null && conflicts.count === 0) {
      await updateNameLists(db, scope, records, periods, comparison)
      await checkNames(db, dataset, scope, periods)
    }
  }
  return comparison
}

/** Removes the records of the replaced period that the file does not have. Returns all periods of a scope that change. */
async function removeOthers(
  db: Connection,
  scope: string,
  wanted: Wanted,
  records: readonly ParsedRecord[],
  { dataset, options: { replaced, keep }, outcome }: Comparison,
): Promise<ReadonlySet<string>> {
  const periods = new Set(records.map(({ period }) => period))
  const identitiesByPeriod = new Map<string, Set<string>>()
  if (replaced !== null) {
    const { first, last } = getPrefixRange(dataset, replaced, replaced)
    for (const period of await listPeriods(db, dataset))
      if (period >= first && period <= last) identitiesByPeriod.set(period, new Set())
    for (const record of records) identitiesByPeriod.get(record.period)?.add(identify(record))
  }
  for (const [period, identities] of identitiesByPeriod) {
    const range = { first: period, last: period }
    const stored = await listRecords(db, dataset, wanted, range)
    const removed = stored.filter(
      (record) => record.key.startsWith(replaced ?? '') && !identities.has(identify(record)),
    )
    if (removed.length > 0) periods.add(period)
    outcome.removed += removed.length
    if (keep === null || removed.length === 0) continue
    await keep({ scope, written: [], before: removed, names: [] })
    const ids = removed.map(({ id }) => id)
    await deleteRecords(db, dataset, ids)
  }
  if (keep !== null && getSentList(dataset.group) !== null) {
    const names: NameList[] = []
    for (const period of periods)
      names.push({ period, names: await listNamesOfPeriod(db, dataset, scope, period) })
    await keep({ scope, written: [], before: [], names })
  }
  return periods
}

/** Joins what identifies a record. */
export const identify = (record: RecordKey & { readonly scope: string }) =>
  `${record.scope}\n${joinKey(record)}`

/** Reads the stored records of the periods of some records, by what identifies them. */
async function readStored(
  db: Connection,
  dataset: DatasetPlan,
  wanted: Wanted,
  batch: readonly ParsedRecord[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const [first, last] = [batch[0], batch.at(-1)]
  const keys = { first: first?.key ?? '', last: last?.key ?? '' }
  const range = { first: first?.period ?? '', last: last?.period ?? '', keys }
  const stored = await listRecords(db, dataset, wanted, range)
  return new Map(stored.map((record) => [identify(record), record]))
}

/** Returns the entries of a batch that must be written; counts the outcome and collects conflicts. */
function compareBatch(
  stored: ReadonlyMap<string, StoredRecord>,
  batch: readonly ParsedRecord[],
  { dataset, file, options: { replaced }, outcome, conflicts, largest }: Comparison,
): ScopedEntry[] {
  const entries: ScopedEntry[] = []
  for (const { row, scope, period, key, amounts, texts } of batch) {
    const storedRecord = stored.size === 0 ? undefined : stored.get(identify({ scope, period, key }))
    const written = combineAmounts(file.names, amounts)
    if (storedRecord === undefined) {
      entries.push({ id: null, scope, period, key, measures: written, texts })
      outcome.added += 1
      continue
    }
    const isKnown = (name: string) => isKnownMeasure(dataset, scope, name)
    const changed = file.texts.flatMap((name) => {
      const [was, is] = [getText(storedRecord.texts, name), getText(texts, name)]
      return was === is ? [] : [{ name, was: quoteText(was), is: quoteText(is) }]
    })
    const differences = [
      ...findDifferences(storedRecord.measures, written).filter(({ name }) => isKnown(name)),
      ...changed,
    ]
    addLargest(largest, scope, key, differences, dataset)
    if (differences.length === 0) outcome.unchanged += 1
    else if (replaced !== null) {
      // Keep amounts that are no longer in the definition, and texts that are not in the file.
      const kept = Object.entries(storedRecord.measures).filter(([name]) => !isKnown(name))
      const measures = { ...Object.fromEntries(kept), ...written }
      const allTexts = { ...storedRecord.texts, ...texts }
      entries.push({ id: storedRecord.id, scope, period, key, measures, texts: allTexts })
      outcome.replaced += 1
    } else {
      for (const { name, was, is } of differences) {
        const location = file.locations.get(name) ?? null
        const title = dataset.measures.find(({ field }) => field === name)?.label ?? name
        conflicts.replaceable += 1
        const field = location === null ? ` for ${quoteText(title)}` : ''
        conflicts.add(
          row,
          location,
          `${describeRecord(dataset, scope, key)} is stored with ${was}${field}, the file has ${is}`,
        )
      }
    }
  }
  return entries
}

const MAX_LARGEST = 10

/** Adds the changes of a record that are among the largest. */
function addLargest(
  largest: Difference[],
  scope: string,
  key: string,
  differences: readonly {
    readonly name: string
    readonly was: number | string
    readonly is: number | string
  }[],
  { measures }: DatasetPlan,
): void {
  for (const { name, was, is } of differences) {
    const by = typeof was === 'number' && typeof is === 'number' ? Math.abs(is - was) : 0
    if (largest.length === MAX_LARGEST && by <= (largest.at(-1)?.by ?? 0)) continue
    const field = measures.find((measure) => measure.field === name)?.label ?? name
    const record = [...getDimensionValues(scope), key].filter((part) => part !== '').join(', ')
    largest.push({ record, field, was: String(was), is: String(is), by })
    largest.sort((left, right) => right.by - left.by)
    largest.splice(MAX_LARGEST)
  }
}

/** Finds the names with other amounts, the stored ones first. A missing amount counts as 0, as on the screen. */
function findDifferences(before: Measures, after: Measures) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const [was, is] = [getMeasure(before, name) ?? 0, getMeasure(after, name) ?? 0]
    return was === is ? [] : [{ name, was, is }]
  })
}

function combineAmounts(names: readonly string[], amounts: readonly (number | null)[]): Measures {
  const measures: Record<string, number> = {}
  for (const [index, name] of names.entries()) {
    const value = amounts[index] ?? null
    if (value === null) continue
    // An assignment would lose a name such as `__proto__`.
    if (name === '__proto__') Object.defineProperty(measures, name, { value, enumerable: true })
    else measures[name] = value
  }
  return measures
}

/** Groups records by scope; the records of open dimensions are one group. */
function groupByScope(
  dataset: DatasetPlan,
  records: readonly ParsedRecord[],
): ReadonlyMap<string, readonly ParsedRecord[]> {
  return isOpenDataset(dataset) ? new Map([['', records]]) : groupBy(records, ({ scope }) => scope)
}

/** Groups records whose stored ones are read together: by ranges of keys. */
function groupByRange(records: readonly ParsedRecord[]): readonly ParsedRecord[][] {
  const groups: ParsedRecord[][] = [[]]
  for (const [, ofKey] of sortGroups(groupBy(records, ({ key }) => key))) {
    const group = groups.at(-1) ?? []
    if (group.length + ofKey.length <= RANGE_SIZE) group.push(...ofKey)
    else groups.push([...ofKey])
  }
  return groups
}

const sortGroups = <T>(groups: ReadonlyMap<string, T[]>) =>
  [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1))

function groupBy<T>(list: readonly T[], getName: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) getOrAdd(groups, getName(item), (): T[] => []).push(item)
  return groups
}

/** Updates the lists of names of the periods whose records were written or removed. */
async function updateNameLists(
  db: Connection,
  scope: string,
  records: readonly ParsedRecord[],
  periods: ReadonlySet<string>,
  { dataset, file, options: { replaced } }: Comparison,
): Promise<void> {
  if (getSentList(dataset.group) === null) return
  const columnsByPeriod = new Map([...periods].map((period) => [period, new Set<number>()]))
  for (const { period, amounts } of records) {
    const columns = columnsByPeriod.get(period)
    for (const [index, value] of amounts.entries()) if (value !== null) columns?.add(index)
  }
  for (const [period, columns] of columnsByPeriod) {
    const named = file.names.filter((_, index) => columns.has(index))
    // `--replace` covers the whole period or a part of it.
    const extent = replaced === null ? null : period.startsWith(replaced) ? 'period' : 'part'
    await updateNames(db, dataset, scope, period, named, extent)
  }
}

/** The span of a period, by the length of its text. */
const SPANS = new Map([
  [4, ' for a year'],
  [7, ' for a month'],
  [10, ' for a day'],
])

/** Throws FileError if a period has more names than the limit. */
async function checkNames(db: Connection, dataset: DatasetPlan, scope: string, periods: ReadonlySet<string>) {
  const { group, dimensions } = dataset
  if (group === null) return
  const values = getDimensionValues(scope).filter((_, index) => !isSingle(dimensions[index] ?? {}))
  for (const period of periods) {
    const count = (await listNamesOfPeriod(db, dataset, scope, period)).length
    if (count <= MAX_NAMES) continue
    const [total, limit] = [count, MAX_NAMES].map((number) => number.toLocaleString('en'))
    const names = `${group.noun}s${values.length === 0 ? '' : ` of ${values.join(', ')}`}`
    throw new FileError(
      `${period || 'the dataset'} would have ${total} ${names}, including the stored ones; the limit is ${limit}${SPANS.get(period.length) ?? ''}`,
    )
  }
}
