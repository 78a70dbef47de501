import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import type { Connection } from '../../../server/database/handle.ts'
import { getAmount } from '../../../server/datasets/amounts.ts'
import { listKeys } from '../../../server/datasets/import-store.ts'
import { isKnownAmount } from '../../../server/datasets/known-amounts.ts'
import { joinKey, type RecordKey } from '../../../server/datasets/record-key.ts'
import {
  type Amounts,
  findByKeys,
  type Found,
  type NumberedEntry,
  removeRecords,
  writeRecords,
} from '../../../server/datasets/store.ts'
import { checkGrowth, countNamesByPeriod, namePeriods } from './apply-names.ts'
import { ImportErrors, quoteText } from './errors.ts'
import type { ParsedFile, ParsedRecord } from './parse-file.ts'

/** What came of the records of a file. */
export interface Outcome {
  added: number
  unchanged: number
  replaced: number
  /** Records of the replaced period that the file does not have. */
  removed: number
}

export interface Applied {
  readonly outcome: Outcome
  /** Records that the database has with other figures. */
  readonly conflicts: ImportErrors
}

export interface ApplyOptions {
  /** What is replaced: a day, month, year or all names; null adds only, and other figures are conflicts. */
  readonly replaced: string | null
  readonly write: boolean
  readonly now: Date
}

/** So many figures are compared and written at a time. */
const FIGURES_AT_ONCE = 20_000
const RECORDS_AT_ONCE = 500

/** Compares the records of a file with those that are stored, and writes what is new or replaced. */
export async function applyRecords(
  db: Connection,
  dataset: DatasetPlan,
  file: ParsedFile,
  options: ApplyOptions,
): Promise<Applied> {
  const { names, records } = file
  const outcome: Outcome = { added: 0, unchanged: 0, replaced: 0, removed: 0 }
  const conflicts = new ImportErrors()
  const compare = { dataset, file, options, outcome, conflicts }
  const size = Math.max(1, Math.min(RECORDS_AT_ONCE, Math.floor(FIGURES_AT_ONCE / Math.max(1, names.length))))
  for (const [scope, inScope] of byScope(dataset, records)) {
    const gone = await goneKeys(db, dataset, scope, inScope, options)
    outcome.removed += gone.length
    const periods = new Set([...inScope, ...gone].map(({ period }) => period))
    const counts = await countNamesByPeriod(db, dataset, scope, options.write ? periods : [])
    if (options.write) await removeRecords(db, dataset, scope, gone)
    for (let start = 0; start < inScope.length; start += size) {
      const part = inScope.slice(start, start + size)
      const entries = changes(await findByKeys(db, dataset, scope, part), part, compare)
      if (options.write && conflicts.count === 0) await writeRecords(db, dataset, scope, entries, options.now)
    }
    if (options.write && conflicts.count === 0) {
      await namePeriods(db, dataset, scope, file, inScope, periods, options.replaced)
      checkGrowth(dataset, scope, counts, await countNamesByPeriod(db, dataset, scope, periods))
    }
  }
  return { outcome, conflicts }
}

/** The records of the replaced period that the file does not have. */
async function goneKeys(
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

interface Compare extends Applied {
  readonly dataset: DatasetPlan
  readonly file: ParsedFile
  readonly options: ApplyOptions
}

/** The records of a part that must be written. */
function changes(
  stored: ReadonlyMap<string, Found>,
  part: readonly ParsedRecord[],
  { dataset, file, options: { replaced }, outcome, conflicts }: Compare,
): NumberedEntry[] {
  const { names, places } = file
  const isNamed = new Set(names)
  const entries: NumberedEntry[] = []
  for (const { row, scope, period, key, figures } of part) {
    const before = stored.get(joinKey({ period, key }))
    if (before === undefined) {
      entries.push({ id: null, period, key, figures: figuresOf(names, figures) })
      outcome.added += 1
      continue
    }
    const others = Object.keys(before.figures).filter((name) => !isNamed.has(name))
    const differences = differencesOf(dataset, scope, before.figures, others, names, figures)
    if (differences.length === 0) outcome.unchanged += 1
    else if (replaced !== null) {
      // What the definition has no more is kept.
      const kept = others.filter((name) => !isKnownAmount(dataset, scope, name))
      const all = figuresOf(
        [...kept, ...names],
        [...kept.map((name) => getAmount(before.figures, name)), ...figures],
      )
      entries.push({ id: before.id, period, key, figures: all })
      outcome.replaced += 1
    }
    if (replaced !== null) continue
    // As they are stored, then what the file has beyond that.
    const order = [...Object.keys(before.figures), ...names]
    const inOrder = differences.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
    for (const { name, was, is } of inOrder) {
      const place = places.get(name) ?? null
      const figure = place === null ? ` for ${quoteText(labelOf(dataset, name))}` : ''
      const shown = dataset.key.kind === 'text' ? quoteText(key) : key
      conflicts.add(row, place, `${shown} is stored with ${was}${figure}, the file has ${is}`)
    }
  }
  return entries
}

interface Difference {
  readonly name: string
  readonly was: number
  readonly is: number
}

/** A name without a figure counts as 0, as on the screen; what the definition has no more is no difference, since no file has it. */
function differencesOf(
  dataset: DatasetPlan,
  scope: string,
  before: Amounts,
  others: readonly string[],
  names: readonly string[],
  figures: readonly (number | null)[],
): Difference[] {
  const found: Difference[] = []
  const compare = (name: string, is: number) => {
    const was = getAmount(before, name) ?? 0
    if (was !== is) found.push({ name, was, is })
  }
  for (const [index, name] of names.entries()) compare(name, figures[index] ?? 0)
  for (const name of others) if (isKnownAmount(dataset, scope, name)) compare(name, 0)
  return found
}

/** Figures by their names; a name that every object inherits becomes one of its own. */
function figuresOf(names: readonly string[], figures: readonly (number | null)[]): Amounts {
  const made: Record<string, number> = {}
  for (const [index, name] of names.entries()) {
    const value = figures[index] ?? null
    if (value === null) continue
    if (name === '__proto__') {
      Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true })
    } else made[name] = value
  }
  return made
}

const labelOf = ({ measures }: DatasetPlan, name: string): string =>
  measures.find(({ field }) => field === name)?.label ?? name

/** The records of each scope: by date or month, names in the order of the file. */
function byScope(
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
