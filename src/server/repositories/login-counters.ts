import { sql } from 'kysely'
import type { Connection, Database } from '../database/engine.ts'
import { transact } from '../database/transact.ts'

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
  windowMinutes: number,
): Promise<boolean> {
  const moment = now.toISOString()
  const windowEnds = new Date(now.getTime() + windowMinutes * 60_000).toISOString()
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
                  failures: sql<number>`case when login_counters.window_ends <= ${moment} then 1 else login_counters.failures + 1 end`,
                  window_ends: sql<string>`case when login_counters.window_ends <= ${moment} then ${windowEnds} else login_counters.window_ends end`,
                })
                .where((where) =>
                  where.or([
                    where('login_counters.window_ends', '<=', moment),
                    where('login_counters.failures', '<', limit),
                  ]),
                ),
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

/** Removes the counters whose window is over. */
export async function dropEndedLoginCounters(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('login_counters').where('window_ends', '<=', now.toISOString()).execute()
}
