import { type Kysely, type Migration, sql } from 'kysely'
import type { DatabaseHandle, StoredRow, StoredValue, UntypedTables } from '../handle.ts'
import { batches } from '../batches.ts'

/*
 * Before this migration each kind of record had tables of its own. The constants map their columns to the datasets and
 * measures to which the records belong since then; they never change.
 */

const OPERATORS = { airtel: 'airtel', mtn: 'mtn', nine_mobile: 'nineMobile', glo: 'glo' }

const MONTHLY = {
  airtel: 'airtelDailyAvg',
  mtn: 'mtnDailyAvg',
  nine_mobile: 'nineMobileDailyAvg',
  glo: 'gloDailyAvg',
  ida: 'idaDailyAvg',
}
const DAILY = {
  airtel: 'airtelMinutes',
  mtn: 'mtnMinutes',
  nine_mobile: 'nineMobileMinutes',
  glo: 'gloMinutes',
  total: 'totalMinutes',
  ida: 'idaMinutes',
  grand_total: 'grandTotal',
}
const LOCAL = Object.fromEntries(
  Object.entries(OPERATORS).flatMap(([from, source]) =>
    Object.entries(OPERATORS)
      .filter(([to]) => to !== from)
      .map(([to, target]) => [
        `${from}_to_${to}`,
        `${source}To${target.charAt(0).toUpperCase()}${target.slice(1)}`,
      ]),
  ),
)

const PAGE_SIZE = 500

/** The tables that this migration drops, referencing ones first; an older backup contains them. */
export const formerTables: readonly string[] = [
  'international_exchange_minutes',
  'international_exchange',
  'local_exchange',
  'international_minutes',
  'international_days',
  'international_carriers',
  'daily_records',
  'monthly_records',
]

/** Moves the records of every kind into one table, whose rows name their dataset. */
export function datasetTables({ name: engine }: DatabaseHandle): Migration {
  return {
    async up(untyped: Kysely<unknown>) {
      const db = untyped as unknown as UntypedTables
      await createTables(untyped, engine)
      await copyMonthly(db)
      await copyDaily(db)
      await copyInternational(db)
      await copyLocal(db)
      await copyExchange(db)
      await countOn(db, engine, 'monthly-reports', 'monthly_records')
      await countOn(db, engine, 'daily-reports', 'daily_records')
      await countOn(db, engine, 'international-exchange', 'international_exchange')
      for (const table of formerTables) await untyped.schema.dropTable(table).execute()
    },
  }
}

async function createTables(db: Kysely<unknown>, engine: DatabaseHandle['name']): Promise<void> {
  await db.schema
    .createTable('dataset_records')
    .addColumn('dataset', 'text', (c) => c.notNull())
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    // PostgreSQL needs the type to read an amount from the text; SQLite does not.
    .addColumn('figures', engine === 'postgres' ? 'json' : 'text', (c) => c.notNull())
    .addColumn('created_at', 'text')
    .addColumn('updated_at', 'text')
    .addPrimaryKeyConstraint('dataset_records_id', ['dataset', 'id'])
    .addUniqueConstraint('dataset_records_key', ['dataset', 'scope', 'period', 'key'])
    .execute()
  await db.schema
    .createTable('dataset_names')
    .addColumn('dataset', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('names', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('dataset_names_key', ['dataset', 'scope', 'period'])
    .execute()
  await db.schema
    .createTable('dataset_counters')
    .addColumn('dataset', 'text', (c) => c.primaryKey())
    .addColumn('last_id', 'integer', (c) => c.notNull())
    .execute()
}

interface NewRecord {
  readonly dataset: string
  readonly id: number
  readonly scope: string
  readonly key: string
  readonly amounts: readonly (readonly [string, StoredValue])[]
  readonly created_at?: StoredValue
  readonly updated_at?: StoredValue
}

async function store(db: UntypedTables, records: readonly NewRecord[]): Promise<void> {
  const rows = records.map(({ amounts, created_at = null, updated_at = null, ...record }) => ({
    ...record,
    // The period of a month is its year, that of a date its month.
    period: record.key.slice(0, record.key.length === 7 ? 4 : 7),
    figures: JSON.stringify(Object.fromEntries(amounts.filter(([, value]) => value !== null))),
    created_at,
    updated_at,
  }))
  for (const part of batches(rows)) await db.insertInto('dataset_records').values(part).execute()
}

const measures = (row: StoredRow, names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([column, name]) => [name, row[column] ?? null] as const)

async function copyMonthly(db: UntypedTables): Promise<void> {
  for await (const rows of pages(db, 'monthly_records', 'id')) {
    await store(
      db,
      rows.map((row) => ({
        dataset: 'monthly-reports',
        id: Number(row['id']),
        scope: String(row['report_type']),
        key: `${row['year']}-${String(row['report_month']).padStart(2, '0')}`,
        amounts: measures(row, MONTHLY),
      })),
    )
  }
}

async function copyDaily(db: UntypedTables): Promise<void> {
  for await (const rows of pages(db, 'daily_records', 'id')) {
    await store(
      db,
      rows.map((row) => ({
        dataset: 'daily-reports',
        id: Number(row['id']),
        scope: String(row['report_type']),
        key: String(row['report_date']),
        amounts: measures(row, DAILY),
      })),
    )
  }
}

async function copyLocal(db: UntypedTables): Promise<void> {
  let id = 0
  for await (const rows of pages(db, 'local_exchange', 'report_date')) {
    await store(
      db,
      rows.map((row) => ({
        dataset: 'local-exchange-traffic',
        id: (id += 1),
        scope: '',
        key: String(row['report_date']),
        amounts: measures(row, LOCAL),
      })),
    )
  }
  await count(db, 'local-exchange-traffic', id)
}

async function copyInternational(db: UntypedTables): Promise<void> {
  const dataset = 'international-minutes'
  let id = 0
  const directions = await db
    .selectFrom('international_days')
    .select('direction')
    .distinct()
    .orderBy('direction')
    .execute()
  for (const { direction = null } of directions) {
    for await (const days of pages(db, 'international_days', 'report_date', direction)) {
      const minutes = await db
        .selectFrom('international_minutes')
        .selectAll()
        .where('direction', '=', direction)
        .where('report_date', '>=', days[0]?.['report_date'] ?? '')
        .where('report_date', '<=', days.at(-1)?.['report_date'] ?? '')
        .execute()
      const byDate = new Map<StoredValue, [string, StoredValue][]>()
      for (const { report_date = null, carrier, minutes: value = null } of minutes) {
        const list = byDate.get(report_date) ?? []
        list.push([String(carrier), value])
        byDate.set(report_date, list)
      }
      await store(
        db,
        days.map((day) => {
          const carriers = (byDate.get(day['report_date'] ?? null) ?? []).toSorted(([one], [other]) =>
            Buffer.compare(Buffer.from(one), Buffer.from(other)),
          )
          return {
            dataset,
            id: (id += 1),
            scope: String(direction),
            key: String(day['report_date']),
            amounts: [...measures(day, OPERATORS), ...carriers],
          }
        }),
      )
    }
  }
  await count(db, dataset, id)
  const listed = await db
    .selectFrom('international_carriers')
    .select(['direction', 'month', 'carrier'])
    .orderBy('position')
    .execute()
  const lists = new Map<string, { scope: string; period: string; names: string[] }>()
  for (const { direction, month, carrier } of listed) {
    const key = JSON.stringify([direction, month])
    const list = lists.get(key) ?? { scope: String(direction), period: String(month), names: [] }
    list.names.push(String(carrier))
    lists.set(key, list)
  }
  const rows = [...lists.values()].map((list) => ({ dataset, ...list, names: JSON.stringify(list.names) }))
  for (const part of batches(rows)) await db.insertInto('dataset_names').values(part).execute()
}

async function copyExchange(db: UntypedTables): Promise<void> {
  for await (const days of pages(db, 'international_exchange', 'id')) {
    const minutes = await db
      .selectFrom('international_exchange_minutes')
      .selectAll()
      .where('exchange_id', '>=', days[0]?.['id'] ?? 0)
      .where('exchange_id', '<=', days.at(-1)?.['id'] ?? 0)
      .orderBy('exchange_id')
      .orderBy('position')
      .execute()
    const byId = new Map<StoredValue, [string, StoredValue][]>()
    for (const { exchange_id = null, source, destination, minutes: value = null } of minutes) {
      const list = byId.get(exchange_id) ?? []
      list.push([`${source}_to_${destination}`, value])
      byId.set(exchange_id, list)
    }
    await store(
      db,
      days.map((day) => ({
        dataset: 'international-exchange',
        id: Number(day['id']),
        scope: String(day['report_type']),
        key: String(day['report_date']),
        amounts: byId.get(day['id'] ?? null) ?? [],
        created_at: day['created_at'] ?? null,
        updated_at: day['updated_at'] ?? null,
      })),
    )
  }
}

/** Reads the rows of a table page by page in the order of a unique column; of one direction if it is set. */
async function* pages(
  db: UntypedTables,
  table: string,
  key: string,
  direction: StoredValue = null,
): AsyncGenerator<StoredRow[]> {
  let last: StoredValue | undefined
  for (;;) {
    const from = last
    const rows: StoredRow[] = await db
      .selectFrom(table)
      .selectAll()
      .$if(direction !== null, (query) => query.where('direction', '=', direction))
      .$if(from !== undefined, (query) => query.where(key, '>', from ?? null))
      .orderBy(key)
      .limit(PAGE_SIZE)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)?.[key]
  }
}

async function count(db: UntypedTables, dataset: string, last_id: number): Promise<void> {
  if (last_id > 0) await db.insertInto('dataset_counters').values({ dataset, last_id }).execute()
}

/** Continues after the last id that a table assigned, which may be that of a deleted row. */
async function countOn(
  db: UntypedTables,
  engine: DatabaseHandle['name'],
  dataset: string,
  table: string,
): Promise<void> {
  const last =
    engine === 'sqlite'
      ? sql<{
          last: number
        }>`select coalesce((select seq from sqlite_sequence where name = ${table}), 0) as last`
      : // `nextval` would change the sequence even if the migration is rolled back. A sequence that was reset and not
        // used yet continues after the last record.
        sql<{ last: number | string }>`
          select coalesce(
            (
              select last_value from pg_sequences
              where format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(${table}, 'id')
            ),
            (select max(id) from ${sql.table(table)}),
            0
          ) as last
        `
  const { rows } = await last.execute(db)
  await count(db, dataset, Number(rows[0]?.last ?? 0))
}
