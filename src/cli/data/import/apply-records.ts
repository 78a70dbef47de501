import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import type { Connection } from '../../../server/database/handle.ts'
import { getMeasure, isKnownMeasure, type Measures } from '../../../server/datasets/measures.ts'
import { listKeys } from '../../../server/datasets/names.ts'
import { joinKey, type RecordKey } from '../../../server/datasets/keys.ts'
import {
  deleteByKeys,
  type Entry,
  findByKeys,
  type StoredRecord,
  writeRecords,
} from '../../../server/datasets/stored-records.ts'
import { checkNames, updateNameLists } from './apply-names.ts'
import { ImportErrors, quoteText } from './errors.ts'
import type { ParsedFile, ParsedRecord } from './row-reader.ts'

/** The number of records by what was done with them. */
export interface Outcome {
  added: number
  unchanged: number
  replaced: number
  /** Records of the replaced period that are not in the file. */
  removed: number
}

export interface Applied {
  readonly outcome: Outcome
  /** Records that are stored with other amounts. */
  readonly conflicts: ImportErrors
}

export interface ApplyOptions {
  /** The replaced day, month, year or all records; null only adds, and other amounts are conflicts. */
  readonly replaced: string | null
  readonly write: boolean
  readonly now: Date
}

/** Measures and records that are compared and written at a time. */
const AMOUNTS_PER_BATCH = 20_000
const RECORDS_PER_BATCH = 500

/** Compares the records of a file with the stored ones, and writes the new and replaced ones. */
export async function applyRecords(
  db: Connection,
  dataset: DatasetPlan,
  file: ParsedFile,
  options: ApplyOptions,
): Promise<Applied> {
  const { names, records } = file
  const outcome: Outcome = { added: 0, unchanged: 0, replaced: 0, removed: 0 }
  const conflicts = new ImportErrors()
  const comparison = { dataset, file, options, outcome, conflicts }
  const size = Math.max(
    1,
    Math.min(RECORDS_PER_BATCH, Math.floor(AMOUNTS_PER_BATCH / Math.max(1, names.length))),
  )
  for (const [scope, inScope] of groupByScope(dataset, records)) {
    const removed = await listRemovedKeys(db, dataset, scope, inScope, options)
    outcome.removed += removed.length
    const periods = new Set([...inScope, ...removed].map(({ period }) => period))
    if (options.write) await deleteByKeys(db, dataset, scope, removed)
    for (let start = 0; start < inScope.length; start += size) {
      const batch = inScope.slice(start, start + size)
      const entries = compareBatch(await findByKeys(db, dataset, scope, batch), batch, comparison)
      if (options.write && conflicts.count === 0) await writeRecords(db, dataset, scope, entries, options.now)
    }
    if (options.write && conflicts.count === 0) {
      await updateNameLists(db, dataset, scope, file, inScope, periods, options.replaced)
      await checkNames(db, dataset, scope, periods)
    }
  }
  return { outcome, conflicts }
}

/** The keys of stored records in the replaced period that are not in the file. */
async function listRemovedKeys(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  records: readonly ParsedRecord[],
  { replaced }: ApplyOptions,
): Promise<RecordKey[]> {
  if (replaced === null) return []
  const stored = await listKeys(db, dataset, scope, replaced)
  for (const record of records) stored.delete(joinKey(record))
  return [...stored.values()]
}

interface Comparison extends Applied {
  readonly dataset: DatasetPlan
  readonly file: ParsedFile
  readonly options: ApplyOptions
}

/** The entries of a batch that must be written; counts the outcome and collects conflicts. */
function compareBatch(
  stored: ReadonlyMap<string, StoredRecord>,
  batch: readonly ParsedRecord[],
  { dataset, file, options: { replaced }, outcome, conflicts }: Comparison,
): Entry[] {
  const { names, locations } = file
  const isNamed = new Set(names)
  const entries: Entry[] = []
  for (const { row, scope, period, key, amounts } of batch) {
    const before = stored.get(joinKey({ period, key }))
    if (before === undefined) {
      entries.push({ id: null, period, key, measures: combineAmounts(names, amounts) })
      outcome.added += 1
      continue
    }
    const others = Object.keys(before.measures).filter((name) => !isNamed.has(name))
    const differences = findDifferences(dataset, scope, before.measures, others, names, amounts)
    if (differences.length === 0) outcome.unchanged += 1
    else if (replaced !== null) {
      // Keep amounts that are no longer in the definition.
      const kept = others.filter((name) => !isKnownMeasure(dataset, scope, name))
      const all = combineAmounts(
        [...kept, ...names],
        [...kept.map((name) => getMeasure(before.measures, name)), ...amounts],
      )
      entries.push({ id: before.id, period, key, measures: all })
      outcome.replaced += 1
    }
    if (replaced !== null) continue
    // The stored order first, then new names.
    const order = [...Object.keys(before.measures), ...names]
    const inOrder = differences.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
    for (const { name, was, is } of inOrder) {
      const location = locations.get(name) ?? null
      const field = location === null ? ` for ${quoteText(getLabel(dataset, name))}` : ''
      const label = dataset.key.kind === 'text' ? quoteText(key) : key
      conflicts.add(row, location, `${label} is stored with ${was}${field}, the file has ${is}`)
    }
  }
  return entries
}

interface Difference {
  readonly name: string
  readonly was: number
  readonly is: number
}

/** Missing measures count as 0, as on the screen. Those that are no longer in the definition are ignored. */
function findDifferences(
  dataset: DatasetPlan,
  scope: string,
  before: Measures,
  others: readonly string[],
  names: readonly string[],
  amounts: readonly (number | null)[],
): Difference[] {
  const differences: Difference[] = []
  const compare = (name: string, is: number) => {
    const was = getMeasure(before, name) ?? 0
    if (was !== is) differences.push({ name, was, is })
  }
  for (const [index, name] of names.entries()) compare(name, amounts[index] ?? 0)
  for (const name of others) if (isKnownMeasure(dataset, scope, name)) compare(name, 0)
  return differences
}

/** Measures by name; `__proto__` becomes an own property as well. */
function combineAmounts(names: readonly string[], amounts: readonly (number | null)[]): Measures {
  const byName: Record<string, number> = {}
  for (const [index, name] of names.entries()) {
    const value = amounts[index] ?? null
    if (value === null) continue
    if (name === '__proto__') {
      Object.defineProperty(byName, name, { value, enumerable: true, configurable: true, writable: true })
    } else byName[name] = value
  }
  return byName
}

const getLabel = ({ measures }: DatasetPlan, name: string): string =>
  measures.find(({ field }) => field === name)?.label ?? name

/** The records by scope: sorted by date or month, text keys in the order of the file. */
function groupByScope(
  { key }: DatasetPlan,
  records: readonly ParsedRecord[],
): ReadonlyMap<string, readonly ParsedRecord[]> {
  const scopes = new Map<string, ParsedRecord[]>()
  for (const record of records) {
    const list = scopes.get(record.scope)
    if (list === undefined) scopes.set(record.scope, [record])
    else list.push(record)
  }
  if (key.kind === 'text') return scopes
  for (const list of scopes.values()) list.sort((one, other) => (one.key < other.key ? -1 : 1))
  return scopes
}
