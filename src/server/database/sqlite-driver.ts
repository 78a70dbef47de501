import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import type Sqlite from 'libsql'
import type { SqliteVersion } from './sqlite-version.ts'

/** How long a write waits for its turn and for another process to finish its own, in milliseconds. */
export const PATIENCE_MS = 10_000
const PAUSE_MS = 10

/**
 * Two connections to one file: what only reads never waits, neither for a transaction of this process nor for one of
 * another; writes take turns. Waiting for another process is done between tries, so that it does not stop this one.
 */
export class SqliteDriver implements Driver {
  readonly #reader: Sqlite.Database
  readonly #writer: Sqlite.Database
  readonly #turns = new Turns()
  readonly #patienceMs: number

  constructor(reader: Sqlite.Database, writer: Sqlite.Database, patienceMs: number) {
    this.#reader = reader
    this.#writer = writer
    this.#patienceMs = patienceMs
  }

  async init(): Promise<void> {}

  /** Executes one statement in a transaction of its own whose commit is not a new version. */
  async executeUntracked(query: CompiledQuery, version: SqliteVersion): Promise<void> {
    const connection = await this.acquireConnection()
    await connection.write(query, (commit) => version.commitUntracked(commit))
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#reader, this.#writer, this.#turns, this.#patienceMs)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#turns.take()
    this.#reader.close()
    // Closing alone leaves the log as it is; with this the one file holds everything.
    this.#writer.pragma('wal_checkpoint(TRUNCATE)')
    this.#writer.close()
  }
}

type CommitWrapper = (commit: () => void) => void

class SqliteConnection implements DatabaseConnection {
  readonly #reader: Sqlite.Database
  readonly #writer: Sqlite.Database
  readonly #turns: Turns
  readonly #patienceMs: number
  #endTurn: (() => void) | null = null

  constructor(reader: Sqlite.Database, writer: Sqlite.Database, turns: Turns, patienceMs: number) {
    this.#reader = reader
    this.#writer = writer
    this.#turns = turns
    this.#patienceMs = patienceMs
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#endTurn !== null) return run(this.#writer, query)
    if (SelectQueryNode.is(query.query)) return run(this.#reader, query)
    return this.write(query)
  }

  /** Executes one statement in a transaction of its own; `around` runs the commit. */
  async write<R>(query: CompiledQuery, around?: CommitWrapper): Promise<QueryResult<R>> {
    // A single write is a transaction as well: a statement that was turned away because another process writes stays
    // half begun in the driver, and while it does, the connection commits nothing by itself, whatever it answers.
    await this.begin()
    try {
      const result = run<R>(this.#writer, query)
      this.commit(around)
      return result
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  /** Becomes the writer at once: a transaction that reads first could not while another process writes. */
  async begin(): Promise<void> {
    // Those who wait their turn lose their patience together, not one after another.
    const until = performance.now() + this.#patienceMs
    const endTurn = await this.#turns.take()
    try {
      await patiently(() => this.#writer.exec('begin immediate'), until)
      this.#endTurn = endTurn
    } catch (error) {
      endTurn()
      throw error
    }
  }

  commit(around: CommitWrapper = (commit) => commit()): void {
    around(() => void this.#writer.exec('commit'))
    this.#end()
  }

  rollback(): void {
    try {
      // The database has rolled back by itself where it ran out of room.
      if (this.#writer.inTransaction) this.#writer.exec('rollback')
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#endTurn?.()
    this.#endTurn = null
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const database = this.#endTurn === null ? this.#reader : this.#writer
    for (const row of database.prepare(query.sql).iterate(bound(query.parameters))) yield { rows: [row as R] }
  }
}

/** Lets one after another have what only one can have. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Waits for its turn and gives how to end it. */
  async take(): Promise<() => void> {
    const before = this.#last
    let end = (): void => undefined
    this.#last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }
}

function run<R>(database: Sqlite.Database, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = database.prepare(sql)
  if (statement.reader) return { rows: statement.all(bound(parameters)) as R[] }
  const { changes, lastInsertRowid } = statement.run(bound(parameters))
  return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
}

async function patiently<T>(work: () => T, until: number): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      const isTaken =
        error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
      if (!isTaken || performance.now() >= until) throw error
      await setTimeout(PAUSE_MS)
    }
  }
}

/** The driver ends the whole process on a value it has no type for, so such a value stops here. */
function bound(parameters: readonly unknown[]): readonly unknown[] {
  for (const value of parameters) {
    if (value !== null && !['string', 'number', 'bigint'].includes(typeof value)) {
      throw new TypeError(`a ${typeof value} cannot be bound to a statement`)
    }
  }
  return parameters
}
