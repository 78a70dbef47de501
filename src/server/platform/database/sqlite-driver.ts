import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely'
import { isBusy } from './errors.ts'
import { run, type SqliteDatabase } from './sqlite-connection.ts'
import { createTurns } from './turns.ts'

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
}

/** Contains what a user of the driver has in a transaction: a snapshot, or the turn of the writer. */
interface SqliteConnection extends DatabaseConnection {
  snapshot: SqliteDatabase | null
  endTurn: (() => void) | null
}

/**
 * Uses several connections to one file. Single reads share one, which is never within a transaction; every read-only
 * transaction has one of its own, so that all of its statements see the same snapshot; neither waits for a write of
 * this or another process. Writes share one, one after another. Waiting for another process happens between retries, so
 * that it does not block this one.
 */
export function createSqliteDriver(connections: Connections) {
  const { writer, reader, openReader, checkFiles, busyTimeoutMs } = connections
  const idle: SqliteDatabase[] = []
  const waitForTurn = createTurns(1)
  let isClosed = false

  /** Runs work of the writer in its turn, and retries while another process writes. Keeps the turn if it succeeds. */
  const inTurn = async <T>(work: () => T) => {
    // The time starts before the turn: all waiting writes time out together, not one after another.
    const until = performance.now() + busyTimeoutMs
    const endTurn = await waitForTurn()
    try {
      checkFiles()
      return { endTurn, result: await retryWhileBusy(work, until) }
    } catch (error) {
      endTurn()
      throw error
    }
  }
  const end = (connection: SqliteConnection) => {
    connection.endTurn?.()
    connection.endTurn = null
  }

  return {
    init: () => Promise.resolve(),
    acquireConnection: () => {
      const connection: SqliteConnection = {
        snapshot: null,
        endTurn: null,
        executeQuery: async <R>(query: CompiledQuery) => {
          if (connection.snapshot !== null) return run<R>(connection.snapshot, query)
          if (connection.endTurn !== null) return run<R>(writer, query)
          if (SelectQueryNode.is(query.query)) return run<R>(reader, query)
          const { endTurn, result } = await inTurn(() => run<R>(writer, query))
          setImmediate(endTurn)
          checkFiles()
          return result
        },
        streamQuery: () => {
          throw new Error('streaming is not supported: read page by page')
        },
      }
      return Promise.resolve(connection)
    },
    beginTransaction: async (connection: SqliteConnection, { accessMode }: TransactionSettings) => {
      if (accessMode === 'read only') {
        connection.snapshot = idle.pop() ?? openReader()
        // The first read chooses the state that the snapshot shows.
        connection.snapshot.exec('begin')
      } else {
        // Gets the write lock at once: a transaction that reads first could fail to get it later.
        connection.endTurn = (await inTurn(() => writer.exec('begin immediate'))).endTurn
      }
    },
    commitTransaction: async (connection: SqliteConnection) => {
      if (connection.snapshot !== null) return connection.snapshot.exec('commit')
      writer.exec('commit')
      // The event loop turns between two commits, each of which waits for the disk.
      setImmediate(connection.endTurn ?? (() => undefined))
      connection.endTurn = null
      // A commit to a file that was moved or removed is not acknowledged.
      checkFiles()
    },
    rollbackTransaction: async (connection: SqliteConnection) => {
      const database = connection.snapshot ?? writer
      try {
        // The database has rolled back by itself if it ran out of space.
        if (database.isTransaction) database.exec('rollback')
      } finally {
        end(connection)
      }
    },
    releaseConnection: async (connection: SqliteConnection) => {
      const { snapshot } = connection
      connection.snapshot = null
      if (snapshot === null) return
      if (snapshot.isTransaction || isClosed || idle.length === IDLE_READERS) snapshot.close()
      else idle.push(snapshot)
    },
    destroy: async () => {
      if (isClosed) return
      isClosed = true
      await waitForTurn()
      try {
        checkFiles()
      } catch {
        // Closing removes the log by its path, which may be that of another database by now.
        return
      }
      for (const connection of [reader, ...idle]) connection.close()
      // Closing alone leaves the log; after this the database file contains everything.
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      writer.close()
    },
  } satisfies Driver
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
