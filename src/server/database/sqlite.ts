import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, Kysely, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import Sqlite from 'libsql'
import { keepPrivate } from './private-file.ts'
import type { Engine } from './engine.ts'
import { TransactionalSqliteAdapter } from './sqlite-adapter.ts'
import { PATIENCE_MS, SqliteDriver } from './sqlite-driver.ts'
import { dataVersion, SqliteVersion } from './sqlite-version.ts'
import type { Tables } from './tables.ts'

/** The database's file in a data folder. */
export const DATABASE_FILE = 'portal.db'

/**
 * Opens the embedded database of a data folder, creating both where they are missing.
 * Every acknowledged write is on disk (`synchronous=FULL`); other processes may read and write beside it.
 */
export function openSqlite(folder: string, patienceMs = PATIENCE_MS): Engine {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, DATABASE_FILE)
  keepPrivate(file)
  const writer = connect(file)
  const reader = connect(file)
  // The driver waits for other processes by itself; the database's own waiting stops the whole process.
  writer.pragma('busy_timeout=0')
  reader.pragma('query_only=ON')
  const version = new SqliteVersion(dataVersion(reader), dataVersion(writer))
  const driver = new SqliteDriver(reader, writer, patienceMs)
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  const database = new Kysely<Tables>({ dialect })
  return {
    name: 'sqlite',
    database,
    identity: (column) => column.primaryKey().autoIncrement(),
    version: () => version.current(),
    executeUntracked: (query) => driver.executeUntracked(query, version),
    close: async () => {
      await database.destroy()
      // The query layer leaves alone what it was never asked to use.
      for (const connection of [reader, writer]) if (connection.open) connection.close()
    },
  }
}

function connect(file: string): Sqlite.Database {
  const connection = new Sqlite(file)
  connection.pragma('busy_timeout=5000')
  connection.pragma('journal_mode=WAL')
  connection.pragma('synchronous=FULL')
  connection.pragma('foreign_keys=ON')
  return connection
}
