import { type Kysely, sql } from 'kysely'

/** The tables of which every write is a new version of the data. */
const TRACKED = [
  'roles',
  'menu_nodes',
  'permission_owners',
  'role_rights',
  'user_rights',
  'dashboards',
  'dataset_records',
  'dataset_names',
  'dataset_counters',
]

/**
 * Counts the writes of PostgreSQL by triggers, so that no writer can forget it: another process, an older version or a
 * person at a terminal. A transaction counts in the row of its connection, so that no two transactions change one row:
 * of two that are serialisable, one would run again. The step is random, so that two histories of one database, as after
 * the promotion of a standby that lacks the last commits, do not meet at one number.
 */
export async function countDataVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_versions (
      writer integer primary key,
      data bigint not null,
      session_ends bigint not null
    ) with (fillfactor = 50)`.execute(db)
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
  // Sign-ins renew a password hash, and store and use sessions; none of this is a new version.
  await trackStatements(db, 'users', 'insert or delete or truncate')
  await trackUpdates(db, 'users', 'password_hash')
  await trackStatements(db, 'sessions', 'truncate')
  await trackUpdates(db, 'sessions', 'last_used_at')
  await sql`
    create trigger count_ends after delete on sessions
    for each row execute function count_data_version('sessions')`.execute(db)
}

async function trackStatements(db: Kysely<unknown>, table: string, events: string): Promise<void> {
  await sql`
    create trigger count_writes after ${sql.raw(events)} on ${sql.table(table)}
    for each statement execute function count_data_version('data')`.execute(db)
}

/** Tracks the updates that change more than one column. */
async function trackUpdates(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await sql`
    create trigger count_updates after update on ${sql.table(table)}
    for each row when (to_jsonb(old) - ${sql.lit(column)} is distinct from to_jsonb(new) - ${sql.lit(column)})
    execute function count_data_version('data')`.execute(db)
}
