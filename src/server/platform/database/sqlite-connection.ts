import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { cannotOpen } from './errors.ts'

/** How long a reader waits, blocking, for another process to recover the log after a crash, in milliseconds. */
const RECOVERY_MS = 5_000

/** Is one connection to a database file. */
export type SqliteDatabase = DatabaseSyncInstance

/**
 * Opens a connection to an existing file. A writer does not wait for another process, because that would block this
 * one: it fails with SQLITE_BUSY, and the caller retries. Throws an error that names the file, with the database's
 * error and code as its cause.
 */
export function connect(file: string, mode: 'read' | 'write'): SqliteDatabase {
  try {
    const connection = new DatabaseSync(file, {
      readOnly: mode === 'read',
      timeout: RECOVERY_MS,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
      defensive: true,
    })
    if (mode === 'write') {
      connection.exec('PRAGMA journal_mode=WAL')
      connection.exec('PRAGMA synchronous=FULL')
      // The first read creates the log beside the file.
      connection.exec('SELECT count(*) FROM sqlite_schema')
      connection.exec('PRAGMA busy_timeout=0')
      // In KiB. A large import changes pages all over the indexes, and would write them again and again.
      connection.exec('PRAGMA cache_size=-65536')
      // An import remembers its rows in temporary files otherwise.
      connection.exec('PRAGMA temp_store=MEMORY')
    }
    return connection
  } catch (error) {
    throw cannotOpen(file, error)
  }
}

/** Runs one statement. Throws the database's error, or a TypeError for a value of an unsupported type. */
export function run<R>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<R> {
  checkBindable(parameters)
  const { statement, returnsRows } = prepare(database, sql)
  if (returnsRows) return { rows: statement.all(...parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
}

interface PreparedStatement {
  readonly statement: ReturnType<SqliteDatabase['prepare']>
  readonly returnsRows: boolean
}

const MAX_STATEMENTS = 100
/** A longer statement, such as the insert of many rows with many columns, is prepared for each use. */
const MAX_STATEMENT_LENGTH = 20_000

const statements = new WeakMap<SqliteDatabase, LRUCache<string, PreparedStatement>>()

/** Prepares a statement, or returns it as prepared before: preparing takes longer than a read by key. */
function prepare(database: SqliteDatabase, sql: string): PreparedStatement {
  const cache = statements.get(database) ?? new LRUCache<string, PreparedStatement>({ max: MAX_STATEMENTS })
  statements.set(database, cache)
  const cached = cache.get(sql)
  if (cached !== undefined) return cached
  const statement = database.prepare(sql)
  const prepared = { statement, returnsRows: statement.columns().length > 0 }
  if (sql.length <= MAX_STATEMENT_LENGTH) cache.set(sql, prepared)
  return prepared
}

/** Refuses values that the library would bind as NULL or as named parameters. */
function checkBindable(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (value !== null && !['string', 'number', 'bigint'].includes(typeof value)) {
      throw new TypeError(`a ${typeof value} cannot be bound to a statement`)
    }
  }
}
