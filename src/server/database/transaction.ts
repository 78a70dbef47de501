import { setTimeout } from 'node:timers/promises'
import type { IsolationLevel, Transaction } from 'kysely'
import type { Database } from './handle.ts'
import { isSerialisationFailure, isUnprepared } from './errors.ts'
import type { Tables } from './tables.ts'

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
  return retry(() => database.transaction().setIsolationLevel(isolation).execute(work))
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
  return retry(() => transaction.execute(work))
}

/** Retries a transaction that was rolled back because of another one, with growing delays. */
async function retry<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      const isRetried = isSerialisationFailure(error) || isUnprepared(error)
      if (attempt === MAX_ATTEMPTS || !isRetried) throw error
      await setTimeout(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** attempt))
    }
  }
}
