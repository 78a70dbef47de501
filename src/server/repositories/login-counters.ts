import { sql } from 'kysely'
import type { Connection, Database } from '../database/engine.ts'
import { transact } from '../database/transact.ts'
import { CLOCK_TOLERANCE_MS } from '../session-lifetime.ts'

/** How long tries are counted together, in milliseconds (R38). */
const WINDOW_MS = 15 * 60_000

/** A count of failures within a window of time, and how many it takes before tries are refused. */
export interface LoginCounter {
  readonly key: string
  readonly limit: number
}

/** When tries are allowed again, or undefined while every counter is below its limit. */
export async function findLoginRefusal(
  db: Connection,
  counters: readonly LoginCounter[],
  now: Date,
): Promise<Date | undefined> {
  const rows = await db
    .selectFrom('login_counters')
    .select(['key', 'failures', 'window_ends'])
    .where(
      'key',
      'in',
      counters.map(({ key }) => key),
    )
    .where('window_ends', '>', now.toISOString())
    .where('window_ends', '<=', latestEnd(now))
    .execute()
  const ends = rows
    .filter((row) => row.failures >= (counters.find(({ key }) => key === row.key)?.limit ?? 0))
    .map((row) => row.window_ends)
    .toSorted()
  const last = ends.at(-1)
  return last === undefined ? undefined : new Date(last)
}

/**
 * Counts one failure in every counter, or in none of them when one has reached its limit meanwhile.
 * The window of a counter begins with its first failure and no refused try extends it (R38).
 */
export async function countLoginFailure(
  db: Database,
  counters: readonly LoginCounter[],
  now: Date,
): Promise<boolean> {
  const windowEnds = new Date(now.getTime() + WINDOW_MS).toISOString()
  const isOver = sql<boolean>`(login_counters.window_ends <= ${now.toISOString()} or login_counters.window_ends > ${latestEnd(now)})`
  const full = new Error('limit reached')
  try {
    await transact(
      db,
      async (trx) => {
        for (const { key, limit } of counters) {
          const counted = await trx
            .insertInto('login_counters')
            .values({ key, failures: 1, window_ends: windowEnds })
            .onConflict((conflict) =>
              conflict
                .column('key')
                .doUpdateSet({
                  failures: sql<number>`case when ${isOver} then 1 else login_counters.failures + 1 end`,
                  window_ends: sql<string>`case when ${isOver} then ${windowEnds} else login_counters.window_ends end`,
                })
                .where((where) => where.or([isOver, where('login_counters.failures', '<', limit)])),
            )
            .returning('key')
            .executeTakeFirst()
          if (counted === undefined) throw full
        }
      },
      'read committed',
    )
    return true
  } catch (error) {
    if (error === full) return false
    throw error
  }
}

/** Forgets one counter: a successful login clears the failures of its account and address. */
export async function clearLoginCounter(db: Connection, counter: LoginCounter): Promise<void> {
  await db.deleteFrom('login_counters').where('key', '=', counter.key).execute()
}

/** Deletes the counters whose window is over. */
export async function deleteEndedLoginCounters(db: Connection, now: Date): Promise<void> {
  await db
    .deleteFrom('login_counters')
    .where((where) =>
      where.or([where('window_ends', '<=', now.toISOString()), where('window_ends', '>', latestEnd(now))]),
    )
    .execute()
}

/** A window that ends later was begun by a clock that was wrong: it is over. */
function latestEnd(now: Date): string {
  return new Date(now.getTime() + WINDOW_MS + CLOCK_TOLERANCE_MS).toISOString()
}
