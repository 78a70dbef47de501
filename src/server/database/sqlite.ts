import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import Sqlite from 'libsql'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

const DATABASE_FILE = 'portal.db'

/**
 * Opens the embedded database of a data folder, creating both where they are missing.
 * Every acknowledged write is on disk (`synchronous=FULL`); other processes may read and write beside it.
 */
export function openSqlite(folder: string): Engine {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const connection = new Sqlite(join(folder, DATABASE_FILE))
  connection.pragma('busy_timeout=5000')
  connection.pragma('journal_mode=WAL')
  connection.pragma('synchronous=FULL')
  connection.pragma('foreign_keys=ON')
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: guarded(connection) }) })
  return {
    name: 'sqlite',
    database,
    identity: (column) => column.primaryKey().autoIncrement(),
    close: () => database.destroy(),
  }
}

function guarded(connection: Sqlite.Database): SqliteDatabase {
  return {
    close: () => {
      connection.close()
    },
    prepare: (sql) => {
      // A deferred transaction that reads first cannot become a writer while another process writes.
      const statement: SqliteStatement = connection.prepare(sql === 'begin' ? 'begin immediate' : sql)
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(checked(parameters)),
        run: (parameters) => statement.run(checked(parameters)),
        iterate: (parameters) => statement.iterate(checked(parameters)),
      }
    },
  }
}

/** The driver ends the whole process on a value it has no type for, so such a value stops here. */
function checked(parameters: readonly unknown[]): readonly unknown[] {
  for (const value of parameters) {
    if (value !== null && !['string', 'number', 'bigint'].includes(typeof value)) {
      throw new TypeError(`a ${typeof value} cannot be bound to a statement`)
    }
  }
  return parameters
}
