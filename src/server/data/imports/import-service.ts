import type { ListedImport } from '../../../../schemas/api/import-calls.ts'
import type { StoredEvent } from '../../../../schemas/api/history-words.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { ALWAYS, getDimensionValues } from '../../../dataset/record-keys.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { restoreNames } from '../tables/names.ts'
import {
  deleteRecords,
  listRecords,
  listRowsById,
  type StoredRecord,
  writeRecords,
} from '../tables/stored-records.ts'
import { type Applied, applyRecords, identify } from './apply-records.ts'
import { checkExpectations, type Unmet } from './expectations.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'
import type { ReadFile } from './import-reader.ts'
import * as imports from './stored-imports.ts'
import { daysAgo } from '../../platform/days-ago.ts'

/** Says who imports and when, and records the event in the history. */
export interface ImportContext {
  readonly author: string
  readonly now: Date
  readonly recordEvent: (
    event: Extract<StoredEvent, 'records imported' | 'import undone'>,
    details: Readonly<Record<string, unknown>>,
  ) => Promise<void> | void
}

/** So many days an import can be undone. */
const UNDO_DAYS = 90

/** Describes what an import would change, and the expectations that its file does not meet. */
export type Compared = Applied & { readonly unmet: Unmet }

/** Compares the records of a file with the stored ones. Nothing is written. */
export async function compareImport(
  db: Connection,
  { dataset }: ImportTarget,
  { parsed }: ReadFile,
  { replaced }: ImportOptions,
  now: Date,
): Promise<Compared> {
  const applied = await applyRecords(db, dataset, parsed, { replaced, keep: null, now })
  return { ...applied, unmet: await checkExpectations(db, dataset, parsed) }
}

/**
 * Writes the records of a file in the transaction of the caller; its number is null if it changes nothing. Throws
 * FileError, and the caller rolls back.
 */
export async function writeImport(
  db: Connection,
  target: ImportTarget,
  { name, hash, parsed }: ReadFile,
  options: ImportOptions,
  { author, now, recordEvent }: ImportContext,
): Promise<Applied & { readonly number: number | null; readonly warnings: readonly string[] }> {
  const { dataset } = target
  const at = now.toISOString()
  const { replaced, values, period, sheet, choices } = options
  const chosen = Object.entries(choices ?? {}).filter(([, choice]) => choice !== null)
  const number = await imports.insertImport(db, {
    dataset: dataset.id,
    file: name,
    hash,
    rows: parsed.rows,
    options: { values, period, sheet, replaced, read: Object.fromEntries(chosen) },
    author,
    at,
  })
  let part = 0
  const applied = await applyRecords(db, dataset, parsed, {
    replaced,
    keep: async (change) => {
      if (change.written.length + change.before.length + change.names.length > 0)
        await imports.insertChange(db, number, part++, change)
    },
    now,
  })
  const { outcome, conflicts } = applied
  if (conflicts.count > 0) throw conflicts
  const { added, replaced: changed, removed } = outcome
  if (added + changed + removed === 0) {
    await db.deleteFrom('imports').where('id', '=', number).execute()
    return { ...applied, number: null, warnings: [] }
  }
  const { errors, warnings } = await checkExpectations(db, dataset, parsed)
  if (errors.count > 0) throw errors
  await db.updateTable('imports').set(outcome).where('id', '=', number).execute()
  await imports.deleteOldChanges(db, daysAgo(now, UNDO_DAYS))
  await recordEvent('records imported', {
    import: number,
    dataset: dataset.id,
    file: name,
    period: formatRange(parsed.records),
    ...(replaced !== null && { replace: replaced }),
    ...outcome,
  })
  return { ...applied, number, warnings }
}

/** Formats the first and the last key of some records; null without any. */
export function formatRange(records: readonly Pick<StoredRecord, 'key'>[]): string | null {
  let [first, last] = [null as string | null, '']
  for (const { key } of records) {
    if (key === ALWAYS) continue
    if (first === null || key < first) first = key
    if (key > last) last = key
  }
  if (first === null || last === '') return null
  return first === last ? first : `${first} to ${last}`
}

export class UndoError extends Error {
  override readonly name = 'UndoError'
}

/** Undoes an import in the transaction of the caller. Throws UndoError. */
export async function undoImport(
  db: Connection,
  datasets: readonly DatasetPlan[],
  number: number,
  createContext: (dataset: DatasetPlan) => ImportContext,
): Promise<ListedImport> {
  const stored = await imports.findImport(db, number)
  if (stored === undefined) throw new UndoError(`there is no import ${number}`)
  if (stored.undoneAt !== null) {
    throw new UndoError(`import ${number} was undone at ${stored.undoneAt} by ${stored.undoneBy}`)
  }
  const dataset = datasets.find(
    ({ id, from, source }) => id === stored.dataset && from === null && source === null,
  )
  if (dataset === undefined) throw new UndoError(`no records of ${stored.dataset} are stored any more`)
  const { author, now, recordEvent } = createContext(dataset)
  const changes = await imports.readChanges(db, number)
  if (changes.length === 0) {
    throw new UndoError(`import ${number} is too old: what it replaced was kept for ${UNDO_DAYS} days`)
  }
  for (const change of changes) await requireUnchanged(db, dataset, stored, change)
  for (const { written } of changes) await deleteRecords(db, dataset, written)
  for (const { before } of changes) await writeRecords(db, dataset, before, now)
  for (const { names } of changes) for (const list of names) await restoreNames(db, dataset, list.scope, list)
  await imports.markUndone(db, number, author, now.toISOString())
  const { file, added, replaced, removed } = stored
  await recordEvent('import undone', { import: number, dataset: dataset.id, file, added, replaced, removed })
  return stored
}

/** Throws UndoError if records of an import were changed, removed or added since. */
async function requireUnchanged(
  db: Connection,
  dataset: DatasetPlan,
  { id, at }: ListedImport,
  { written, digest, before }: imports.Change,
): Promise<void> {
  const present = await listRowsById(db, dataset, written)
  const isSame = present.length === written.length && imports.hashRows(present) === digest
  const again = isSame ? await findAgain(db, dataset, written, before) : undefined
  if (isSame && again === undefined) return
  const changed = again ?? present.find(({ updated_at }) => updated_at !== at)
  const example = changed === undefined ? '' : `, such as ${changed.key}`
  const newer = await imports.listNewerImports(db, dataset.id, id)
  const advice = newer.length === 0 ? '' : `; newer imports: ${newer.join(', ')}`
  throw new UndoError(`records of import ${id} were changed since${example}${advice}`)
}

/** Finds a record that was removed by an import and is stored again. */
async function findAgain(
  db: Connection,
  dataset: DatasetPlan,
  written: readonly number[],
  before: readonly StoredRecord[],
): Promise<StoredRecord | undefined> {
  const isWritten = new Set(written)
  const removed = before.filter(({ id }) => !isWritten.has(id))
  if (removed.length === 0) return undefined
  const keys = new Set(removed.map(identify))
  const periods = removed.map(({ period }) => period).toSorted()
  const range = { first: periods[0] ?? '', last: periods.at(-1) ?? '' }
  const wanted = dataset.dimensions.map((_, index) => [
    ...new Set(removed.map(({ scope }) => getDimensionValues(scope)[index] ?? '')),
  ])
  return (await listRecords(db, dataset, wanted, range)).find((record) => keys.has(identify(record)))
}
