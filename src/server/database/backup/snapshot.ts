import { join } from 'node:path'
import { Kysely, sql, SqliteDialect } from 'kysely'
import Sqlite from 'libsql'
import type { Connection } from '../engine.ts'
import type { DatabaseLocation } from '../open.ts'
import { openPostgres } from '../postgres.ts'
import { DATABASE_FILE } from '../sqlite.ts'
import type { Tables } from '../tables.ts'

/**
 * Runs work on the database as it stands at one moment, whatever others write meanwhile; nobody waits for it. `schema`
 * is where its tables are, on an engine that has schemas.
 */
export async function readSnapshot<T>(
  location: DatabaseLocation,
  work: (db: Connection, schema: string | undefined) => Promise<T>,
): Promise<T> {
  if (location.databaseUrl === undefined) return readSqlite(location.dataDir, work)
  const engine = openPostgres(location.databaseUrl)
  try {
    return await engine.database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => work(db, await currentSchema(db)))
  } finally {
    await engine.close()
  }
}

/** The schema in which PostgreSQL finds tables that are named without one. */
export async function currentSchema(db: Connection): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema
}

async function readSqlite<T>(
  folder: string,
  work: (db: Connection, schema: undefined) => Promise<T>,
): Promise<T> {
  const connection = new Sqlite(join(folder, DATABASE_FILE))
  connection.pragma('busy_timeout=5000')
  connection.pragma('query_only=ON')
  // A plain transaction is what the portal's own driver never begins: one that reads, and so locks nobody out.
  const dialect = new SqliteDialect({ database: connection })
  const database = new Kysely<Tables>({ dialect })
  try {
    return await database.transaction().execute((db) => work(db, undefined))
  } finally {
    await database.destroy()
    if (connection.open) connection.close()
  }
}
