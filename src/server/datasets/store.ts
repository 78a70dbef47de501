import { type Selectable, sql } from 'kysely'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getDatasetKeyKind } from '../../definition/datasets/keys.ts'
import { batches } from '../database/batches.ts'
import type { Connection } from '../database/handle.ts'
import type { DatasetRecordTable } from '../database/tables.ts'
import { formatAmounts, parseAmounts } from './stored-amounts.ts'
import { joinKey, type PeriodRange, type RecordKey } from './record-key.ts'

/** The amounts of one record by measure, in the order of the import or body. */
export type Amounts = Readonly<Record<string, number>>

/** A record as it is stored. */
export interface StoredRecord extends RecordKey {
  readonly id: number
  readonly scope: string
  readonly amounts: Amounts
  /** Null for a record of a version that did not store it. */
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

/** A record as it is written. */
export interface Entry extends RecordKey {
  readonly amounts: Amounts
}

/** A record as it is written, with the id of the record that it replaces; null for a new one. */
export interface NumberedEntry extends Entry {
  readonly id: number | null
}

const columns = (db: Connection, dataset: DatasetPlan) =>
  db
    .selectFrom('dataset_records')
    .select(['id', 'scope', 'period', 'key', 'figures', 'created_at', 'updated_at'])
    .where('dataset', '=', dataset.id)

/** The records of a scope in a range of periods: by date or month, names in the order of insertion. */
export async function listRecords(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  { first, last }: PeriodRange,
): Promise<StoredRecord[]> {
  const rows = await columns(db, dataset)
    .where('scope', '=', scope)
    .where('period', '>=', first)
    .where('period', '<=', last)
    .orderBy('period')
    .orderBy(getDatasetKeyKind(dataset.key).isNamed ? 'id' : 'key')
    .execute()
  return rows.map(toRecord)
}

/** One record by its id. */
export async function findRecord(
  db: Connection,
  dataset: DatasetPlan,
  id: number,
): Promise<StoredRecord | undefined> {
  const row = await columns(db, dataset).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toRecord(row)
}

/** The id and the amounts of a record. */
export interface FoundRecord {
  readonly id: number
  readonly amounts: Amounts
}

/** The records with one of these keys, by the joined key; for dates and months also those between. */
export async function findByKeys(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  keys: readonly RecordKey[],
): Promise<Map<string, FoundRecord>> {
  const found = new Map<string, FoundRecord>()
  const inScope = () => columns(db, dataset).where('scope', '=', scope)
  const keep = (rows: readonly Row[]) => {
    for (const row of rows) found.set(joinKey(row), { id: row.id, amounts: parseAmounts(row.figures) })
  }
  if (getDatasetKeyKind(dataset.key).isNamed) {
    for (const [period, names] of byPeriod(keys)) {
      keep(await inScope().where('period', '=', period).where('key', 'in', names).execute())
    }
    return found
  }
  const sorted = keys.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return found
  keep(
    await inScope()
      .where('period', '>=', first.period)
      .where('period', '<=', last.period)
      .where('key', '>=', first.key)
      .where('key', '<=', last.key)
      .execute(),
  )
  return found
}

/** Adds the records whose key does not exist yet, and returns them as stored. */
export async function addRecords(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  entries: readonly Entry[],
  now: Date,
): Promise<StoredRecord[]> {
  const present = await findByKeys(db, dataset, scope, entries)
  const missing = entries.filter((entry) => !present.has(joinKey(entry)))
  return insertRecords(db, dataset, scope, missing, now)
}

/** Adds records; fails if one with the key already exists. */
export async function insertRecords(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  entries: readonly Entry[],
  now: Date,
): Promise<StoredRecord[]> {
  const rows = await buildRows(db, dataset, scope, entries, now)
  for (const part of batches(rows)) await db.insertInto('dataset_records').values(part).execute()
  return rows.map(toRecord)
}

/** Upserts records in batches: those with an id replace the record with that id, the others are inserted. */
export async function writeRecords(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  entries: readonly NumberedEntry[],
  now: Date,
): Promise<void> {
  for (const part of batches(await buildRows(db, dataset, scope, entries, now))) {
    await db
      .insertInto('dataset_records')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['dataset', 'scope', 'period', 'key']).doUpdateSet((row) => ({
          figures: row.ref('excluded.figures'),
          updated_at: row.ref('excluded.updated_at'),
        })),
      )
      .execute()
  }
}

/** Builds the rows of records; those without an id get the next ids of the dataset. */
async function buildRows(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  entries: readonly (Entry & Partial<NumberedEntry>)[],
  now: Date,
) {
  const added = entries.filter(({ id }) => typeof id !== 'number').length
  let nextId = added === 0 ? 0 : await reserveIds(db, dataset.id, added)
  const timestamp = now.toISOString()
  return entries.map(({ id, period, key, amounts }) => ({
    dataset: dataset.id,
    id: id ?? nextId++,
    scope,
    period,
    key,
    figures: formatAmounts(dataset, amounts),
    created_at: timestamp,
    updated_at: timestamp,
  }))
}

/** Changes scope, key and amounts of a record; fails if another record has that key. */
export async function updateRecord(
  db: Connection,
  dataset: DatasetPlan,
  id: number,
  { scope, period, key, amounts }: Entry & { readonly scope: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('dataset_records')
    .set({ scope, period, key, figures: formatAmounts(dataset, amounts), updated_at: now.toISOString() })
    .where('dataset', '=', dataset.id)
    .where('id', '=', id)
    .execute()
}

/** Deletes a record by its id. */
export async function deleteRecord(db: Connection, dataset: DatasetPlan, id: number): Promise<void> {
  await db.deleteFrom('dataset_records').where('dataset', '=', dataset.id).where('id', '=', id).execute()
}

/** Deletes the records with these keys. */
export async function removeRecords(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  keys: readonly RecordKey[],
): Promise<void> {
  for (const [period, names] of byPeriod(keys)) {
    await db
      .deleteFrom('dataset_records')
      .where('dataset', '=', dataset.id)
      .where('scope', '=', scope)
      .where('period', '=', period)
      .where('key', 'in', names)
      .execute()
  }
}

/** The periods with records of any scope, latest first. */
export async function listPeriods(db: Connection, dataset: DatasetPlan): Promise<string[]> {
  const rows = await db
    .selectFrom('dataset_records')
    .select('period')
    .distinct()
    .where('dataset', '=', dataset.id)
    .execute()
  return rows
    .map(({ period }) => period)
    .toSorted()
    .toReversed()
}

/** Reserves `count` ids for new records of a dataset, and returns the first; no id is assigned twice. */
async function reserveIds(db: Connection, dataset: string, count: number): Promise<number> {
  const { last_id } = await db
    .insertInto('dataset_counters')
    .values({ dataset, last_id: count })
    .onConflict((conflict) =>
      conflict
        .column('dataset')
        .doUpdateSet({ last_id: sql<number>`dataset_counters.last_id + excluded.last_id` }),
    )
    .returning('last_id')
    .executeTakeFirstOrThrow()
  return last_id - count + 1
}

/** Groups keys by period, in batches that one statement can bind. */
function* byPeriod(keys: readonly RecordKey[]): Generator<[period: string, keys: string[]]> {
  const periods = new Map<string, RecordKey[]>()
  for (const key of keys) {
    const list = periods.get(key.period)
    if (list === undefined) periods.set(key.period, [key])
    else list.push(key)
  }
  for (const [period, list] of periods) {
    for (const part of batches(list)) yield [period, part.map(({ key }) => key)]
  }
}

type Row = Omit<Selectable<DatasetRecordTable>, 'dataset'>

function toRecord({ id, scope, period, key, figures, created_at, updated_at }: Row): StoredRecord {
  return {
    id,
    scope,
    period,
    key,
    amounts: parseAmounts(figures),
    createdAt: created_at,
    updatedAt: updated_at,
  }
}
