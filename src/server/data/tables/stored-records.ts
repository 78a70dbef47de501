import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Selectable, sql } from 'kysely'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { batches, readPages } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { type DimensionColumn, dimensionColumns, type Tables } from '../../platform/database/tables.ts'
import {
  getDimensionValues,
  joinKey,
  listWanted,
  type PeriodRange,
  type RecordKey,
  type RecordRange,
  type Wanted,
  wantScope,
} from '../../../dataset/record-keys.ts'
import { formatMeasures, type Measures, parseMeasures, type Texts } from '../../../dataset/measures.ts'

export interface Entry extends RecordKey {
  /** The id of the record that it replaces; null or missing for a new one. */
  readonly id?: number | null
  readonly measures: Measures
  /** Missing if the record has none. */
  readonly texts?: Texts
}

/** A record to be stored, with the values of its dimensions. */
export interface ScopedEntry extends Entry {
  readonly scope: string
}

export interface StoredRecord extends ScopedEntry {
  readonly id: number
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

const columns = ['id', 'scope', 'period', 'key', 'measures', 'created_at', 'updated_at'] as const
/** A record as a row of its table. */
export type RecordRow = Pick<Selectable<Tables['dataset_records']>, (typeof columns)[number]>

export function getDimensionColumn(index: number): DimensionColumn {
  const column = dimensionColumns[index]
  if (column === undefined) throw new RangeError(`no column for dimension ${index}`)
  return column
}

/** Splits a scope into the columns of its values, and blanks up to a number of columns. */
function splitScope(scope: string, width: number): Partial<Record<DimensionColumn, string>> {
  const values = getDimensionValues(scope)
  return Object.fromEntries(
    dimensionColumns.slice(0, width).map((column, index) => [column, values[index] ?? '']),
  )
}

/** After this time, in milliseconds, other requests get a turn. */
const MAX_TURN_MS = 20

/** Maps a list that may be long in several turns of the event loop, so that other requests are answered meanwhile. */
export async function mapInTurns<T, R>(list: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = []
  for (const item of list) {
    mapped.push(map(item))
    if (isTurnOver()) await setImmediate()
  }
  return mapped
}

/** When the first list was mapped in this turn, which all lists share; undefined if none was. */
let startedAt: number | undefined

function isTurnOver(): boolean {
  if (startedAt === undefined) {
    startedAt = performance.now()
    void setImmediate().then(() => (startedAt = undefined))
  }
  return performance.now() - startedAt > MAX_TURN_MS
}

/** Lists the wanted records in a range of periods and keys: by key. */
export async function listRecords(db: Connection, dataset: DatasetPlan, wanted: Wanted, range: RecordRange) {
  const rows = await selectRange(db, dataset, wanted, range)
    .select(columns)
    .orderBy('period')
    .orderBy('key')
    .execute()
  const records = await mapInTurns(rows, toRecord)
  return wanted.every((values) => values?.length === 1) ? records : sortByKey(records, wanted)
}

/** Selects the wanted records in a range of periods and keys: by their scopes, or by columns if one is open. */
export function selectRange(
  db: Connection,
  { id }: DatasetPlan,
  wanted: Wanted,
  { first, last, keys }: RecordRange,
) {
  const scopes = listWanted(wanted)
  const [only = '', ...more] = scopes ?? []
  const read = db.selectFrom('dataset_records').where('dataset', '=', id)
  const ofWanted =
    scopes === null
      ? wanted.reduce(
          (query, values, index) =>
            values === null ? query : query.where(getDimensionColumn(index), 'in', values),
          read,
        )
      : read.where((where) => (more.length === 0 ? where('scope', '=', only) : where('scope', 'in', scopes)))
  const ofPeriods =
    first === last
      ? ofWanted.where('period', '=', first)
      : ofWanted.where('period', '>=', first).where('period', '<=', last)
  return ofPeriods.$if(keys !== undefined, (query) =>
    query.where('key', '>=', keys?.first ?? '').where('key', '<=', keys?.last ?? ''),
  )
}

/** Lists the values of a dimension that the wanted records have, without those whose key begins with `except`. */
export async function listValues(
  db: Connection,
  dataset: DatasetPlan,
  index: number,
  wanted: Wanted,
  except: string | null = null,
): Promise<string[]> {
  const column = getDimensionColumn(index)
  const rows = await selectRange(db, dataset, wanted, { first: '', last: '9999' })
    .$if(except !== null, (query) =>
      query.where(sql<boolean>`substr(key, 1, ${sql.lit(except?.length ?? 0)}) <> ${except}`),
    )
    .select(column)
    .distinct()
    .execute()
  return rows.map((row) => row[column])
}

/** Sorts records by key, those of one key in the order of the wanted scopes, or by scope if only the data knows them. */
export function sortByKey(records: readonly StoredRecord[], wanted: Wanted): StoredRecord[] {
  const compareScopes = createScopeOrder(wanted)
  return records.toSorted((a, b) => compareTexts(a.key, b.key) || compareScopes(a, b))
}

/** Returns what compares records in the order of the wanted scopes, or by scope if only the data knows them. */
export function createScopeOrder(wanted: Wanted) {
  const scopes = listWanted(wanted)
  const order = new Map(scopes?.map((scope, index) => [scope, index]))
  const getOrder = ({ scope }: StoredRecord) => order.get(scope) ?? 0
  return (a: StoredRecord, b: StoredRecord): number =>
    scopes === null ? compareTexts(a.scope, b.scope) : getOrder(a) - getOrder(b)
}

const compareTexts = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1)

export async function findRecord(db: Connection, dataset: DatasetPlan, id: number) {
  const row = await selectRecords(db, dataset.id).where('id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

/** Lists the rows with some ids, in the order of these ids. */
export async function listRowsById(db: Connection, { id: dataset }: DatasetPlan, ids: readonly number[]) {
  const rows: RecordRow[] = []
  for (const part of batches(ids))
    rows.push(...(await selectRecords(db, dataset).where('id', 'in', part).execute()))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Lists the periods with records, latest first. Each is found by one step in the index: the time follows the number of
 * periods, not that of records.
 */
export async function listPeriods(db: Connection, { id }: DatasetPlan): Promise<string[]> {
  const ofDataset = sql`from dataset_records as record where record.dataset = ${id}`
  const found = sql<{ readonly period: string }>`(
    with recursive periods (period) as (
      select (select min(record.period) ${ofDataset})
      union all
      select (select min(record.period) ${ofDataset} and record.period > periods.period)
      from periods where periods.period is not null
    )
    select period from periods where period is not null
  )`
  const rows = await db.selectFrom(found.as('found')).select('period').execute()
  return rows
    .map(({ period }) => period)
    .toSorted()
    .toReversed()
}

export async function listKeys(db: Connection, { id }: DatasetPlan): Promise<string[]> {
  const keys = db.selectFrom('dataset_records').select('key').distinct().where('dataset', '=', id)
  return (await keys.execute()).map(({ key }) => key)
}

/** Counts the records of each period, which is the first characters of a key. */
export async function countByPeriod(
  db: Connection,
  { id }: DatasetPlan,
  length: number,
): Promise<(readonly [period: string, records: number])[]> {
  const period = sql<string>`substr(key, 1, ${sql.lit(length)})`
  const rows = await db
    .selectFrom('dataset_records')
    .select(({ fn }) => [period.as('part'), fn.countAll().as('records')])
    .where('dataset', '=', id)
    .groupBy(period)
    .execute()
  return rows.map(({ part, records }) => [part, Number(records)])
}

/** Lists the keys of what was stored of a dataset after some time, and when the last one was; empty without any. */
export async function listStoredSince(db: Connection, { id }: DatasetPlan, since: string) {
  const rows = await db
    .selectFrom('dataset_records')
    .select((row) => [row.ref('key').as('text'), row.fn.max('updated_at').as('at')])
    .where('dataset', '=', id)
    .where('updated_at', '>', since)
    .groupBy('key')
    .execute()
  const times = rows.map(({ at }) => at ?? '').toSorted()
  return { texts: rows.map(({ text }) => text), at: times.at(-1) ?? '' }
}

/** Finds when a record of these datasets was last added or changed; null if none has a time. */
export async function findLastChange(db: Connection, datasets: readonly string[]): Promise<string | null> {
  const times: string[] = []
  for (const dataset of datasets) {
    // One dataset at a time is the end of an index.
    const { at } = await db
      .selectFrom('dataset_records')
      .select(({ fn }) => fn.max('updated_at').as('at'))
      .where('dataset', '=', dataset)
      .executeTakeFirstOrThrow()
    times.push(at ?? '')
  }
  return times.toSorted().at(-1) || null
}

/** Finds the first or last key of a dataset in any scope; null without records. */
export async function findEdgeKey(db: Connection, { id }: DatasetPlan, edge: 'min' | 'max') {
  const records = db.selectFrom('dataset_records').where('dataset', '=', id)
  const found = await records
    .where(
      'period',
      '=',
      records.select(({ fn }) => fn[edge]('period').as('period')),
    )
    .select(({ fn }) => fn[edge]('key').as('key'))
    .executeTakeFirst()
  return found?.key ?? null
}

/** The stored data of a dataset, also of one without a definition. */
export interface StoredScope extends PeriodRange {
  readonly dataset: string
  readonly scope: string
  readonly records: number
}

/** Lists the datasets and scopes with records, with the first and the last period of each. */
export async function listScopes(db: Connection): Promise<StoredScope[]> {
  const rows = await db
    .selectFrom('dataset_records')
    .select(({ fn }) => [
      'dataset',
      'scope',
      fn.countAll().as('records'),
      fn.min('period').as('first'),
      fn.max('period').as('last'),
    ])
    .groupBy(['dataset', 'scope'])
    .orderBy('dataset')
    .orderBy('scope')
    .execute()
  return rows.map(({ records, ...row }) => ({ ...row, records: Number(records) }))
}

const PAGE_SIZE = 250

/** Reads every record of a dataset by scope, period and key, page by page; also of one without a definition. */
export async function* scanRecords(db: Connection, dataset: string): AsyncGenerator<StoredRecord[]> {
  const pages = readPages<RecordRow>(PAGE_SIZE, (after) =>
    selectRecords(db, dataset)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(scope, period, key) > (${after?.scope}, ${after?.period}, ${after?.key})`),
      )
      .orderBy('scope')
      .orderBy('period')
      .orderBy('key')
      .limit(PAGE_SIZE)
      .execute(),
  )
  for await (const rows of pages) yield rows.map(toRecord)
}

/** Adds the records whose key does not exist yet, and returns them as stored. */
export async function addRecords(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  entries: readonly Entry[],
  now: Date,
): Promise<StoredRecord[]> {
  const periods = entries.map(({ period }) => period).toSorted()
  const range = { first: periods[0] ?? '', last: periods.at(-1) ?? '' }
  const present = new Set((await listRecords(db, dataset, wantScope(scope), range)).map(joinKey))
  const missing = entries.filter((entry) => !present.has(joinKey(entry)))
  const scoped = missing.map((entry) => ({ ...entry, scope }))
  return insertRecords(db, dataset, scoped, now)
}

/** Adds records; fails if one with the key already exists. */
export async function insertRecords(
  db: Connection,
  dataset: DatasetPlan,
  entries: readonly ScopedEntry[],
  now: Date,
): Promise<StoredRecord[]> {
  const rows = await buildRows(db, dataset, entries, now)
  for (const part of batches(rows)) await db.insertInto('dataset_records').values(part).execute()
  return rows.map(toRecord)
}

/** Upserts records in batches: those with an id replace the record with that id, the others are inserted. Returns all rows. */
export async function writeRecords(
  db: Connection,
  dataset: DatasetPlan,
  entries: readonly ScopedEntry[],
  now: Date,
): Promise<RecordRow[]> {
  const rows = await buildRows(db, dataset, entries, now)
  for (const part of batches(rows)) await db.executeQuery(compileUpsert(db, part))
  return rows
}

/** The upserts of a transaction by their shape: an import writes as many rows again and again. */
const upserts = new WeakMap<Connection, Map<string, string>>()

/** Compiles the upsert of rows, once for each shape: compiling takes as long as reading the rows of a file. */
function compileUpsert(db: Connection, rows: Awaited<ReturnType<typeof buildRows>>): CompiledQuery {
  const statements = upserts.get(db) ?? new Map<string, string>()
  upserts.set(db, statements)
  const shape = `${rows.length} ${Object.keys(rows[0] ?? {}).join(' ')}`
  const text = statements.get(shape)
  if (text !== undefined) {
    const values: unknown[] = []
    for (const row of rows) values.push(...Object.values(row))
    return CompiledQuery.raw(text, values)
  }
  const query = db
    .insertInto('dataset_records')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['dataset', 'scope', 'period', 'key']).doUpdateSet((row) => ({
        measures: row.ref('excluded.measures'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .compile()
  statements.set(shape, query.sql)
  return query
}

/** Changes scope, key and measures of a record; fails if another record has that key. */
export async function updateRecord(
  db: Connection,
  dataset: DatasetPlan,
  id: number,
  { scope, period, key, measures, texts }: ScopedEntry,
  now: Date,
): Promise<void> {
  await db
    .updateTable('dataset_records')
    .set({
      scope,
      ...splitScope(scope, dimensionColumns.length),
      period,
      key,
      measures: formatMeasures(dataset, measures, texts),
      updated_at: now.toISOString(),
    })
    .where('dataset', '=', dataset.id)
    .where('id', '=', id)
    .execute()
}

export async function deleteRecords(db: Connection, dataset: DatasetPlan, ids: readonly number[]) {
  const records = db.deleteFrom('dataset_records').where('dataset', '=', dataset.id)
  for (const part of batches(ids)) await records.where('id', 'in', part).execute()
}

/** Builds the rows of records; those without an id get the next ids of the dataset, which are assigned once. */
async function buildRows(db: Connection, dataset: DatasetPlan, entries: readonly ScopedEntry[], now: Date) {
  const added = entries.filter(({ id }) => typeof id !== 'number').length
  let nextId = added === 0 ? 0 : (await reserveIds(db, dataset.id, added)) - added + 1
  const timestamp = now.toISOString()
  // Binding the columns of no dimension takes as long as binding all others.
  const scopes = [...new Set(entries.map(({ scope }) => scope))]
  const width = Math.max(0, ...scopes.map((scope) => getDimensionValues(scope).length))
  const split = new Map(scopes.map((scope) => [scope, splitScope(scope, width)]))
  return entries.map(({ id, scope, period, key, measures, texts }) => ({
    dataset: dataset.id,
    id: id ?? nextId++,
    scope,
    ...split.get(scope),
    period,
    key,
    measures: formatMeasures(dataset, measures, texts),
    created_at: timestamp,
    updated_at: timestamp,
  }))
}

/** Reserves `count` ids for new records of a dataset, and returns the last. */
async function reserveIds(db: Connection, dataset: string, count: number): Promise<number> {
  const last = sql<number>`dataset_counters.last_id + excluded.last_id`
  const { last_id } = await db
    .insertInto('dataset_counters')
    .values({ dataset, last_id: count })
    .onConflict((conflict) => conflict.column('dataset').doUpdateSet({ last_id: last }))
    .returning('last_id')
    .executeTakeFirstOrThrow()
  return last_id
}

const selectRecords = (db: Connection, dataset: string) =>
  db.selectFrom('dataset_records').select(columns).where('dataset', '=', dataset)

function toRecord({ id, scope, period, key, measures, ...times }: RecordRow): StoredRecord {
  const { created_at: createdAt, updated_at: updatedAt } = times
  return { id, scope, period, key, ...parseMeasures(measures), createdAt, updatedAt }
}
