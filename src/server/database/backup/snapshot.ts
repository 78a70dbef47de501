import { sql } from 'kysely'
import type { Connection } from '../handle.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../open.ts'
import { withSnapshot } from '../transaction.ts'

/**
 * Runs work on a snapshot of the database. Neither the work nor writers wait. `schema` is that of the tables on an engine
 * with schemas.
 */
export async function readSnapshot<T>(
  location: DatabaseLocation,
  work: (db: Connection, schema: string | undefined) => Promise<T>,
): Promise<T> {
  const engine = openDatabaseHandle(location)
  try {
    return await withSnapshot(engine.database, async (db) =>
      work(db, engine.name === 'postgres' ? await currentSchema(db) : undefined),
    )
  } finally {
    await engine.close()
  }
}

/** The schema in which PostgreSQL finds tables that are named without one. */
export async function currentSchema(db: Connection): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema
}
