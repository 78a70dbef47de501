import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describeDatabaseUrl } from './database-url.ts'
import type { DatabaseHandle } from './handle.ts'
import { MigrationError } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import { getErrorReason, getRootCause, isSignInError, isTlsError, isUnavailable } from './errors.ts'

/** Names the location of the records: a PostgreSQL database if its URL is set, else a file in the data folder. */
export interface DatabaseLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** The most connections of this process; ten by default. */
  readonly databaseConnections?: number | undefined
}

/** Opens the database; its schema may be missing or older (`migrate`). */
export function openDatabaseHandle(location: DatabaseLocation): DatabaseHandle {
  const { dataDir, databaseUrl, databaseConnections: connections } = location
  if (databaseUrl === undefined) return openSqlite(dataDir)
  return openPostgres(databaseUrl, connections === undefined ? {} : { connections })
}

/** Returns the data folder, or the database server without user and password of its URL. */
export const describeDatabase = ({ dataDir, databaseUrl }: DatabaseLocation): string =>
  databaseUrl === undefined ? resolve(dataDir) : describeDatabaseUrl(databaseUrl)

const PAUSE_MS = 250

interface WaitOptions {
  /** The URL of the database; its user and password are never logged. */
  readonly url: string
  readonly timeoutMs: number
  /** Called once if it waits. */
  readonly log: (message: string) => void
}

/**
 * Runs the first work on a database server, which may be starting at the same time: retries the work while the server is
 * unavailable, for at most `timeoutMs`. Throws an error that names the server and the reason.
 */
export async function waitForDatabase<T>(
  work: () => Promise<T>,
  { url, timeoutMs, log }: WaitOptions,
): Promise<T> {
  const until = performance.now() + timeoutMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      const cause = getRootCause(error)
      const isMigration = error instanceof MigrationError
      const reason = `${describeDatabaseUrl(url)}: ${isMigration ? error.message : getErrorReason(cause)}`
      if (!isUnavailable(error)) {
        if (isMigration) throw new Error(reason, { cause: error })
        if (!isServerError(cause) && !isTlsError(cause) && !isSignInError(cause)) throw error
        throw new Error(`the database server refused; ${reason}`, { cause: error })
      }
      if (performance.now() >= until) {
        const seconds = Math.round(timeoutMs / 1000)
        const failed = isMigration ? 'the database was not ready' : 'the database server could not be reached'
        const message = `${failed} within ${seconds} s (DATABASE_WAIT_SECONDS); ${reason}`
        throw new Error(message, { cause: error })
      }
      if (isFirst) log(`waiting for the database server; ${reason}`)
      await setTimeout(PAUSE_MS)
    }
  }
}

/** Says whether the server itself sent the error: each has a code, such as 28P01 for a wrong password. */
const isServerError = (error: unknown): boolean => error instanceof Error && 'severity' in error
