import { sql } from 'kysely'
import { getClientNetwork, isLoopback } from '../../platform/http/client-network.ts'
import type { Connection, Database } from '../../platform/database/handle.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { CLOCK_TOLERANCE_MS } from '../accounts/sessions.ts'
import { ApiError } from '../../platform/http/responses.ts'

/** A counter of failed attempts, and the number from which attempts are rejected until its window ends. */
export interface LoginCounter {
  readonly key: string
  readonly limit: number
}

export type LoginLimits = ReturnType<typeof buildLoginLimits>

/**
 * Builds the counters of a sign-in. Loopback has no counters of a network: behind an untrusted proxy all clients have one
 * network. The shares of the hashing queue and the number of sessions per account still apply there.
 */
export function buildLoginLimits(userKey: string, address: string) {
  const client = getClientNetwork(address)
  const network = isLoopback(address) ? null : client
  const site = network === null ? null : getClientNetwork(address, 56)
  const hasSite = site !== null && site !== network
  /** Failures of all accounts from the network and its wider site. */
  const networkFailures = [
    ...(network === null ? [] : [buildCounter(100, 'address', network)]),
    ...(hasSite ? [buildCounter(200, 'address', site)] : []),
  ]
  return {
    userKey,
    /** Null for loopback, which may be an untrusted proxy for all clients. */
    site,
    failures: [
      buildCounter(5, 'account', userKey, client),
      buildCounter(50, 'account', userKey),
      ...(hasSite ? [buildCounter(10, 'account', userKey, site)] : []),
      ...networkFailures,
    ],
    networkFailures,
  }
}

// As JSON, so that no user id can look like the key of another counter.
const buildCounter = (limit: number, ...key: readonly string[]): LoginCounter => ({
  key: JSON.stringify(key),
  limit,
})

/** The window in which attempts are counted, in milliseconds. */
const WINDOW_MS = 15 * 60_000

/**
 * Finds why an attempt is rejected now: 429 with the time after which attempts are accepted again, by the counter that is
 * full for longest; undefined while every counter is below its limit.
 */
export async function findLoginRefusal(
  db: Connection,
  counters: readonly LoginCounter[],
  now: Date,
): Promise<ApiError | undefined> {
  // PostgreSQL has no empty list; a caller without a network has no counter.
  if (counters.length === 0) return undefined
  const rows = await db
    .selectFrom('login_counters')
    .select(['key', 'failures', 'window_ends'])
    .where(
      'key',
      'in',
      counters.map(({ key }) => key),
    )
    .where('window_ends', '>', now.toISOString())
    .where('window_ends', '<=', computeLatestEnd(now))
    .orderBy('window_ends', 'desc')
    .execute()
  const limits = new Map(counters.map(({ key, limit }) => [key, limit]))
  const full = rows.find(({ key, failures }) => failures >= (limits.get(key) ?? 0))
  if (full === undefined) return undefined
  return createTooManyError(Math.ceil((Date.parse(full.window_ends) - now.getTime()) / 1000))
}

/** Creates the error of an attempt beyond a limit. */
export const createTooManyError = (seconds = 1) =>
  new ApiError(429, 'Too many failed logins. Please try again later.', seconds)

/** Counts one failure in every counter, or in none of them if one has reached its limit meanwhile. */
export async function countLoginFailure(
  db: Database,
  counters: readonly LoginCounter[],
  now: Date,
): Promise<boolean> {
  const full = new Error('limit reached')
  const work = async (trx: Connection) => {
    for (const counter of counters) if (!(await countFailure(trx, counter, now))) throw full
  }
  try {
    await withTransaction(db, work, 'read committed')
    return true
  } catch (error) {
    if (error === full) return false
    throw error
  }
}

/**
 * Counts one attempt; returns false, without counting it, if the counter has reached its limit. The window of a counter
 * begins with its first attempt, and no rejected attempt extends it.
 */
async function countFailure(db: Connection, { key, limit }: LoginCounter, now: Date): Promise<boolean> {
  const windowEnds = new Date(now.getTime() + WINDOW_MS).toISOString()
  const isOver = sql<boolean>`(login_counters.window_ends <= ${now.toISOString()} or login_counters.window_ends > ${computeLatestEnd(now)})`
  const counted = await db
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
  return counted !== undefined
}

/** Clears the failures of an account from this network after a correct password. */
export async function clearFailures(db: Connection, { failures: [own] }: LoginLimits): Promise<void> {
  await db
    .deleteFrom('login_counters')
    .where('key', '=', own?.key ?? '')
    .execute()
}

/** Deletes all counters of one account. */
export async function deleteLoginCounters(db: Connection, userKey: string): Promise<void> {
  const prefix = JSON.stringify(['account', userKey]).slice(0, -1)
  // Not `like`, because a user id may contain wildcards; the length is SQL's because it counts code points.
  const begins = sql<boolean>`substr(key, 1, length(cast(${prefix} as text))) = ${prefix}`
  await db.deleteFrom('login_counters').where(begins).execute()
}

export async function deleteEndedLoginCounters(db: Connection, now: Date): Promise<void> {
  await db
    .deleteFrom('login_counters')
    .where((where) =>
      where.or([
        where('window_ends', '<=', now.toISOString()),
        where('window_ends', '>', computeLatestEnd(now)),
      ]),
    )
    .execute()
}

/** Returns the latest end of a window. One that ends later was started by a clock that was wrong: it has ended. */
function computeLatestEnd(now: Date): string {
  return new Date(now.getTime() + WINDOW_MS + CLOCK_TOLERANCE_MS).toISOString()
}
