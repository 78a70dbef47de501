import { type Selectable, sql } from 'kysely'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getDatasetKeyKind } from '../../definition/datasets/keys.ts'
import { batches } from '../database/batches.ts'
import type { Connection } from '../database/handle.ts'
import type { DatasetRecordTable } from '../database/tables.ts'
import { type Amounts, parseAmounts } from './amounts.ts'
import { joinKey, type PeriodRange, type RecordKey } from './keys.ts'
import { mapInTurns } from './turns.ts'
import type { DayRange } from '../../time/days.ts'

/** A record as it is stored. */
export interface StoredRecord extends RecordKey {
  readonly id: number
  readonly scope: string
  readonly amounts: Amounts
  /** Null for a record of a version that did not store it. */
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

/** The id and the amounts of a record. */
export interface FoundRecord {
  readonly id: number
  readonly amounts: Amounts
}

/** The records of some scopes in a range of periods and keys: by key, names in the order of insertion. */
export async function listRecords(
  db: Connection,
  dataset: DatasetPlan,
  scopes: readonly string[],
  { first, last, keys = null }: PeriodRange & { readonly keys?: DayRange | null },
): Promise<StoredRecord[]> {
  const [one = '', ...others] = scopes
  const rows = await selectRecords(db, dataset)
    .where((where) => (others.length === 0 ? where('scope', '=', one) : where('scope', 'in', scopes)))
    .where('period', '>=', first)
    .where('period', '<=', last)
    .$if(keys !== null, (query) =>
      query.where('key', '>=', keys?.first ?? '').where('key', '<=', keys?.last ?? ''),
    )
    .orderBy('period')
    .orderBy(getDatasetKeyKind(dataset.key).isNamed ? 'id' : 'key')
    .execute()
  const records = await mapInTurns(rows, toRecord)
  if (others.length === 0 || getDatasetKeyKind(dataset.key).isNamed) return records
  // Records of one key are in the order of the requested values.
  return records.toSorted((a, b) =>
    a.key === b.key ? scopes.indexOf(a.scope) - scopes.indexOf(b.scope) : a.key < b.key ? -1 : 1,
  )
}

/** One record by its id. */
export async function findRecord(
  db: Connection,
  dataset: DatasetPlan,
  id: number,
): Promise<StoredRecord | undefined> {
  const row = await selectRecords(db, dataset).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toRecord(row)
}

/** The records with one of these keys, by the joined key; unless they are names also those between. */
export async function findByKeys(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  keys: readonly RecordKey[],
): Promise<Map<string, FoundRecord>> {
  const found = new Map<string, FoundRecord>()
  const inScope = () => selectRecords(db, dataset).where('scope', '=', scope)
  const keep = (rows: readonly Row[]) => {
    for (const row of rows) found.set(joinKey(row), { id: row.id, amounts: parseAmounts(row.figures) })
  }
  if (getDatasetKeyKind(dataset.key).isNamed) {
    for (const [period, names] of batchByPeriod(keys)) {
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

/**
 * The periods with records of any scope, latest first. Each is found by one step in the index: the time follows the number
 * of scopes and periods, not that of records.
 */
export async function listPeriods(db: Connection, { id }: DatasetPlan): Promise<string[]> {
  const ofDataset = sql`from dataset_records as record where record.dataset = ${id}`
  const found = sql<{ readonly period: string }>`(
    with recursive scopes (scope) as (
      select (select min(record.scope) ${ofDataset})
      union all
      select (select min(record.scope) ${ofDataset} and record.scope > scopes.scope)
      from scopes where scopes.scope is not null
    ), periods (scope, period) as (
      select scopes.scope, (select min(record.period) ${ofDataset} and record.scope = scopes.scope)
      from scopes where scopes.scope is not null
      union all
      select periods.scope, (
        select min(record.period) ${ofDataset} and record.scope = periods.scope and record.period > periods.period
      )
      from periods where periods.period is not null
    )
    select distinct period from periods where period is not null
  )`
  const rows = await db.selectFrom(found.as('found')).select('period').execute()
  return rows
    .map(({ period }) => period)
    .toSorted()
    .toReversed()
}

/** Groups keys by period, in batches that one statement can bind. */
export function* batchByPeriod(keys: readonly RecordKey[]): Generator<[period: string, keys: string[]]> {
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

/** Reads a row of the database. */
export function toRecord({ id, scope, period, key, figures, created_at, updated_at }: Row): StoredRecord {
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

type Row = Omit<Selectable<DatasetRecordTable>, 'dataset'>

const selectRecords = (db: Connection, dataset: DatasetPlan) =>
  db
    .selectFrom('dataset_records')
    .select(['id', 'scope', 'period', 'key', 'figures', 'created_at', 'updated_at'])
    .where('dataset', '=', dataset.id)
