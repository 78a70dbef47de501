import { setTimeout } from 'node:timers/promises'
import { isTlsError, isUnavailable, getErrorReason } from './errors.ts'

const PAUSE_MS = 250

interface Reach {
  /** The address of the database; its user and password are never told. */
  readonly url: string
  readonly patienceMs: number
  /** Hears once that there is something to wait for. */
  readonly tell: (message: string) => void
}

/**
 * Does the first work on a database server, which may be starting at the same time: as long as it cannot be reached
 * the work is tried again, until `patienceMs` are over. Throws an error that names the server, and why it did not work.
 */
export async function waitForDatabase<T>(
  work: () => Promise<T>,
  { url, patienceMs, tell }: Reach,
): Promise<T> {
  const until = performance.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      const reason = `${describeServer(url)}: ${getErrorReason(causeOf(error))}`
      if (!isUnavailable(error)) {
        if (!isAnswer(causeOf(error)) && !isTlsError(causeOf(error))) throw error
        throw new Error(`the database server refused; ${reason}`, { cause: error })
      }
      if (performance.now() >= until) {
        const seconds = Math.round(patienceMs / 1000)
        const message = `the database server could not be reached within ${seconds} s (DATABASE_WAIT_SECONDS); ${reason}`
        throw new Error(message, { cause: error })
      }
      if (isFirst) tell(`waiting for the database server; ${reason}`)
      await setTimeout(PAUSE_MS)
    }
  }
}

/** Where the address of a database leads, without the user and password that it may hold: `db.example:5432, database portal`. */
export function describeServer(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}, database ${decodeURIComponent(pathname.slice(1)) || '(none named)'}`
}

/** What lies at the bottom of an error. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error
}

/** An error that the server itself answered: each has its class and number, such as 28P01 for a wrong password. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error
}
