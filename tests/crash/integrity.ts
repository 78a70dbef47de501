import { sql } from 'kysely'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'

/** What the database finds wrong with itself: damaged pages and indexes (SQLite), rows that name no other row. */
export async function checkIntegrity({
  name,
  database,
}: Pick<DatabaseHandle, 'name' | 'database'>): Promise<string[]> {
  if (name === 'postgres') return orphans(database)
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  const found = rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok')
  const broken = await sql<{ table: string }>`pragma foreign_key_check`.execute(database)
  return [...found, ...broken.rows.map(({ table }) => `${table} names a row that is not there`)]
}

async function orphans(database: DatabaseHandle['database']): Promise<string[]> {
  const users = await database
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select('users.user_id')
    .where('roles.id', 'is', null)
    .execute()
  return users.map(({ user_id }) => `user ${user_id} has no role`)
}
