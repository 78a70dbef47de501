import { setTimeout } from 'node:timers/promises'
import type { IsolationLevel, Transaction } from 'kysely'
import type { Database } from './handle.ts'
import { isSerialisationFailure } from './errors.ts'
import type { Tables } from './tables.ts'

const TRIES = 12
const LONGEST_PAUSE_MS = 200

/**
 * Runs work as one transaction and gives what it gives: all of it is stored, or nothing. By default it is
 * serialisable; `read committed` is enough for work whose statements need nothing of one another.
 * An engine that lets transactions run side by side may turn one back because of another; then the work is
 * done anew from its start, so it must have no effect but on the database. Throws what the work throws.
 */
export async function withTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
  isolation: IsolationLevel = 'serializable',
): Promise<T> {
  return retry(() => database.transaction().setIsolationLevel(isolation).execute(work))
}

/**
 * Runs reads of which all see the same committed state of the database, whatever others write meanwhile, and returns
 * what they return. Neither they nor the writers wait. The state is that of the first read. The work may run again,
 * so it must have no effect; it cannot write. Throws what the work throws.
 */
export async function withSnapshot<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return retry(() => transaction.execute(work))
}

/** Repeats a transaction that another one turned back, with pauses that grow. */
async function retry<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === TRIES || !isSerialisationFailure(error)) throw error
      await setTimeout(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))
    }
  }
}
