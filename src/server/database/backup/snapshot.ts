import { sql } from 'kysely'
import type { Connection } from '../handle.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../open.ts'
import { withSnapshot } from '../transaction.ts'

/**
 * Runs work on a snapshot of the database. Neither the work nor writers wait. `schema` is that of the tables on an
 * engine with schemas.
 */
export async function readSnapshot<T>(
  location: DatabaseLocation,
  work: (db: Connection, schema: string | undefined) => Promise<T>,
): Promise<T> {
  const handle = openDatabaseHandle(location)
  try {
    return await withSnapshot(handle.database, async (db) =>
      work(db, handle.name === 'postgres' ? await readCurrentSchema(db) : undefined),
    )
  } finally {
    await handle.close()
  }
}

/** The schema in which PostgreSQL finds tables that are named without one. */
export async function readCurrentSchema(db: Connection): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema
}
