import { sql } from 'kysely'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { batches } from '../database/batches.ts'
import type { Connection } from '../database/handle.ts'
import { type Amounts, formatAmounts } from './amounts.ts'
import { joinKey, type RecordKey } from './keys.ts'
import { batchByPeriod, findByKeys, type StoredRecord, toRecord } from './stored-records.ts'

/** A record as it is written. */
export interface Entry extends RecordKey {
  readonly amounts: Amounts
}

/** A record as it is written, with the id of the record that it replaces; null for a new one. */
export interface NumberedEntry extends Entry {
  readonly id: number | null
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
  for (const [period, names] of batchByPeriod(keys)) {
    await db
      .deleteFrom('dataset_records')
      .where('dataset', '=', dataset.id)
      .where('scope', '=', scope)
      .where('period', '=', period)
      .where('key', 'in', names)
      .execute()
  }
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
