import { setTimeout as delay } from 'node:timers/promises'
import type { IsolationLevel, Transaction } from 'kysely'
import type { Database } from './handle.ts'
import { isSerialisationFailure, isUnprepared } from './errors.ts'
import type { Tables } from './tables.ts'
import { createTurns, runInTurn, type WaitForTurn } from './turns.ts'

const MAX_ATTEMPTS = 12
const MAX_PAUSE_MS = 200

/**
 * Runs `work` in a transaction and returns its result. The default isolation is serialisable; `read committed` is enough
 * if the statements do not depend on one another. If an engine rolls it back because of a concurrent transaction, the work
 * runs again, so that it must have no effect outside the database. Throws what the work throws.
 */
export async function withTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
  isolation: IsolationLevel = 'serializable',
): Promise<T> {
  const transaction = database.transaction().setIsolationLevel(isolation)
  return retry(database, () => runLimited(database, () => transaction.execute(work)))
}

/**
 * Runs reads in a snapshot, the committed state at the first read, and returns the result. Neither the reads nor writers
 * wait. The work may run again, so that it must have no effect; it cannot write. Throws what the work throws.
 */
export async function withSnapshot<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return retry(database, () => transaction.execute(work))
}

/**
 * Retries a transaction that was rolled back because of another one, with growing delays. The retries of a process run
 * one after another: they would roll back each other again where transactions are slow.
 */
async function retry<T>(database: Database, transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (attempt === 1 ? transaction() : retryInTurn(database, transaction))
    } catch (error) {
      const isRetried = isSerialisationFailure(error) || isUnprepared(error)
      if (attempt === MAX_ATTEMPTS || !isRetried) throw error
      await delay(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** attempt))
    }
  }
}

const retries = new WeakMap<Database, WaitForTurn>()

/** Runs a retry after all earlier ones of the database. */
function retryInTurn<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const turns = retries.get(database) ?? createTurns(1)
  retries.set(database, turns)
  return runInTurn(turns, work)
}

const writes = new WeakMap<Database, WaitForTurn>()

/** Limits the writes of a database that run at a time, so that stalled ones leave connections to the reads. */
export function limitWrites(database: Database, turns: WaitForTurn): void {
  writes.set(database, turns)
}

/** Runs a write when it is its turn. */
export const runLimited = <T>(database: Database, write: () => Promise<T>): Promise<T> =>
  runInTurn(writes.get(database), write)
