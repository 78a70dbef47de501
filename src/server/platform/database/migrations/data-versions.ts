import { type Kysely, sql } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'

/** The tables of which every write is a new version of the data. Those of `PEOPLE` and `CREDENTIALS` have rules of their own. */
const TRACKED = [
  'roles',
  'menu_nodes',
  'permission_owners',
  'role_rights',
  'user_rights',
  'dataset_records',
  'dataset_names',
  'dataset_counters',
  'notes',
]

/** Not every update of them counts. */
const PEOPLE = ['users', 'second_factors']

/** Only their ends and changes count: one that does not exist is not cached. */
const CREDENTIALS = ['sessions', 'tokens']

/** Columns whose update is no new version: sign-ins renew a password hash, and requests use a session or token. */
const UNCOUNTED_COLUMNS = {
  users: ['password_hash'],
  sessions: ['last_used_at'],
  tokens: ['last_used_at', 'address'],
  second_factors: ['last_step', 'recovery_codes'],
}

/** Reads `DataVersions`, both of one moment. The numbers stay below 2^53 for 10^10 writes. */
export const READ_VERSIONS = `
  select cast(coalesce(sum(data), 0) as double precision) as data,
    cast(coalesce(sum(data + session_ends), 0) as double precision) as callers
  from data_versions`

/**
 * Counts the writes of which a cached value may depend by triggers, so that no writer can forget it: another process, an
 * older version or a person at a terminal.
 */
export async function countDataVersions(db: Kysely<unknown>, engine: DatabaseHandle['name']): Promise<void> {
  await sql`
    create table data_versions (
      writer integer primary key,
      data bigint not null,
      session_ends bigint not null
    )`.execute(db)
  await (engine === 'sqlite' ? countInFile(db) : countOnServer(db))
}

/** Counts in one row, because one process writes at a time. SQLite has triggers for rows only. */
async function countInFile(db: Kysely<unknown>): Promise<void> {
  await sql`insert into data_versions values (0, 0, 0)`.execute(db)
  const count = async (table: string, event: string, column = 'data') => {
    const name = `count_${table}_${event.slice(0, 6)}`
    const update = `update data_versions set ${column} = ${column} + 1`
    await sql.raw(`create trigger ${name} after ${event} on ${table} begin ${update}; end`).execute(db)
  }
  for (const table of [...TRACKED, ...PEOPLE])
    for (const event of ['insert', 'delete']) await count(table, event)
  for (const table of TRACKED) await count(table, 'update')
  for (const table of CREDENTIALS) await count(table, 'delete', 'session_ends')
  for (const [table, uncounted] of Object.entries(UNCOUNTED_COLUMNS)) {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${table}) where name not in (${sql.join(uncounted)})`.execute(db)
    await count(table, `update of ${rows.map(({ name }) => name).join(', ')}`)
  }
}

/**
 * Counts a transaction in the row of its connection, so that no two transactions change one row: of two that
 * are serialisable, one would run again. The step is random, so that two histories of one database, as after the
 * promotion of a standby that lacks the last commits, do not meet at one number.
 */
async function countOnServer(db: Kysely<unknown>): Promise<void> {
  await sql`alter table data_versions set (fillfactor = 50)`.execute(db)
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  const table = sql.id(rows[0]?.schema ?? 'public', 'data_versions')
  await sql`
    create or replace function count_data_version() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      step bigint := 1 + floor(random() * 1000000);
      is_data boolean := tg_argv[0] = 'data';
    begin
      insert into ${table} as versions (writer, data, session_ends)
      values (
        pg_backend_pid(),
        case when is_data then step else 0 end,
        case when is_data then 0 else step end
      )
      on conflict (writer) do update set
        data = versions.data + excluded.data,
        session_ends = versions.session_ends + excluded.session_ends;
      return null;
    end $$`.execute(db)
  for (const name of TRACKED) await trackStatements(db, name, 'insert or update or delete or truncate')
  for (const name of PEOPLE) await trackStatements(db, name, 'insert or delete or truncate')
  for (const [table, columns] of Object.entries(UNCOUNTED_COLUMNS)) await trackUpdates(db, table, columns)
  for (const table of CREDENTIALS) {
    await trackStatements(db, table, 'truncate')
    await sql`
      create trigger count_ends after delete on ${sql.table(table)}
      for each row execute function count_data_version('sessions')`.execute(db)
  }
}

async function trackStatements(db: Kysely<unknown>, table: string, events: string): Promise<void> {
  await sql`
    create trigger count_writes after ${sql.raw(events)} on ${sql.table(table)}
    for each statement execute function count_data_version('data')`.execute(db)
}

/** Tracks the updates that change more than these columns. */
async function trackUpdates(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  const uncounted = sql`array[${sql.join(columns.map((column) => sql.lit(column)))}]`
  await sql`
    create trigger count_updates after update on ${sql.table(table)}
    for each row when (to_jsonb(old) - ${uncounted} is distinct from to_jsonb(new) - ${uncounted})
    execute function count_data_version('data')`.execute(db)
}
