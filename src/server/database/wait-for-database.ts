import { setTimeout } from 'node:timers/promises'
import { isTlsError, isUnavailable, getErrorReason, getRootCause } from './errors.ts'

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
      const reason = `${describeServer(url)}: ${getErrorReason(cause)}`
      if (!isUnavailable(error)) {
        if (!isServerError(cause) && !isTlsError(cause)) throw error
        throw new Error(`the database server refused; ${reason}`, { cause: error })
      }
      if (performance.now() >= until) {
        const seconds = Math.round(timeoutMs / 1000)
        const message = `the database server could not be reached within ${seconds} s (DATABASE_WAIT_SECONDS); ${reason}`
        throw new Error(message, { cause: error })
      }
      if (isFirst) log(`waiting for the database server; ${reason}`)
      await setTimeout(PAUSE_MS)
    }
  }
}

/** Describes the URL of a database without its user and password: `db.example:5432, database portal`. */
export function describeServer(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}, database ${decodeURIComponent(pathname.slice(1)) || '(none named)'}`
}

/** Whether the server itself sent the error: each has a code, such as 28P01 for a wrong password. */
function isServerError(error: unknown): boolean {
  return error instanceof Error && 'severity' in error
}
