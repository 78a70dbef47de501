import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely'
import { isBusy } from './errors.ts'
import { run, type SqliteDatabase } from './sqlite-connection.ts'

/** How long a write waits for other writes of this and other processes, in milliseconds. */
export const BUSY_TIMEOUT_MS = 10_000
const PAUSE_MS = 10
/** The number of idle connections that are kept for snapshots. */
const IDLE_READERS = 4

interface Connections {
  readonly writer: SqliteDatabase
  readonly reader: SqliteDatabase
  readonly openReader: () => SqliteDatabase
  /** Throws if a commit would go to a file that is no longer in the data folder. */
  readonly checkFiles: () => void
  readonly busyTimeoutMs: number
  /** Whether the writer is read-only, too. */
  readonly readOnly: boolean
}

/**
 * Several connections to one file. Single reads share one, which is never within a transaction; every read-only
 * transaction has one of its own, so that all of its statements see the same snapshot; neither waits for a write of
 * this or another process. Writes share one, one after another. Waiting for another process happens between retries, so
 * that it does not block this one.
 */
export class SqliteDriver implements Driver {
  readonly #connections: Connections
  readonly #turns = new Mutex()
  readonly #idle: SqliteDatabase[] = []
  #isClosed = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#connections, this.#turns)
  }

  async beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') connection.beginSnapshot(this.#idle.pop())
    else await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    const reader = connection.releaseReader()
    if (reader === null) return
    if (reader.isTransaction || this.#isClosed || this.#idle.length === IDLE_READERS) reader.close()
    else this.#idle.push(reader)
  }

  async destroy(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#turns.acquire()
    const { reader, writer, checkFiles, readOnly } = this.#connections
    try {
      checkFiles()
    } catch {
      // Closing removes the log by its path, which may be that of another database by now.
      return
    }
    for (const one of [reader, ...this.#idle]) one.close()
    // Closing alone leaves the log; after this the database file contains everything.
    if (!readOnly) writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    writer.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #connections: Connections
  readonly #turns: Mutex
  #endTurn: (() => void) | null = null
  #snapshot: SqliteDatabase | null = null

  constructor(connections: Connections, turns: Mutex) {
    this.#connections = connections
    this.#turns = turns
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader } = this.#connections
    if (this.#snapshot !== null) return run(this.#snapshot, query)
    if (this.#endTurn !== null) return run(writer, query)
    if (SelectQueryNode.is(query.query)) return run(reader, query)
    const { endTurn, result } = await this.#inTurn(() => run<R>(writer, query))
    endTurn()
    this.#connections.checkFiles()
    return result
  }

  /** Begins a transaction that shows one state of the database, chosen by its first read. */
  beginSnapshot(idle: SqliteDatabase | undefined): void {
    this.#snapshot = idle ?? this.#openReader()
    this.#snapshot.exec('begin')
  }

  /** Gets the write lock at once: a transaction that reads first could fail to get it later. */
  async begin(): Promise<void> {
    const { endTurn } = await this.#inTurn(() => this.#connections.writer.exec('begin immediate'))
    this.#endTurn = endTurn
  }

  commit(): void {
    this.#database.exec('commit')
    if (this.#snapshot !== null) return
    this.#end()
    // A commit to a file that was moved or removed is not acknowledged.
    this.#connections.checkFiles()
  }

  rollback(): void {
    try {
      // The database has rolled back by itself if it ran out of space.
      if (this.#database.isTransaction) this.#database.exec('rollback')
    } finally {
      this.#end()
    }
  }

  /** Releases the connection of a snapshot, if there is one. */
  releaseReader(): SqliteDatabase | null {
    const reader = this.#snapshot
    this.#snapshot = null
    return reader
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported: read page by page')
  }

  #openReader(): SqliteDatabase {
    // Another database may have the path by now.
    this.#connections.checkFiles()
    return this.#connections.openReader()
  }

  get #database(): SqliteDatabase {
    return this.#snapshot ?? this.#connections.writer
  }

  /** Runs work of the writer with the mutex, and retries while another process writes. Keeps the mutex if it succeeds. */
  async #inTurn<T>(work: () => T): Promise<{ readonly endTurn: () => void; readonly result: T }> {
    // The time starts before the mutex is acquired: all waiting writes time out together, not one after another.
    const until = performance.now() + this.#connections.busyTimeoutMs
    const endTurn = await this.#turns.acquire()
    try {
      this.#connections.checkFiles()
      return { endTurn, result: await retryWhileBusy(work, until) }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  #end(): void {
    this.#endTurn?.()
    this.#endTurn = null
  }
}

/** Allows one owner at a time, in the order of acquisition. */
class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Waits for the mutex and returns a function that releases it. */
  async acquire(): Promise<() => void> {
    const before = this.#last
    let end = (): void => undefined
    this.#last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }
}

async function retryWhileBusy<T>(work: () => T, until: number): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
      await setTimeout(PAUSE_MS)
    }
  }
}
