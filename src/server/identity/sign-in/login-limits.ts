import { sql } from 'kysely'
import { getClientNetwork, isLoopback } from '../../platform/http/client-network.ts'
import { hasRow } from '../../platform/database/batches.ts'
import type { Connection, Database } from '../../platform/database/handle.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { CLOCK_TOLERANCE_MS } from '../accounts/sessions.ts'
import { ApiError } from '../../platform/http/responses.ts'
import { daysAgo } from '../../platform/days-ago.ts'

/** Counts attempts; `limit` is the number from which they are rejected until the window ends, null for no limit. */
export interface LoginCounter {
  readonly key: string
  readonly limit: number | null
}

export type LoginLimits = ReturnType<typeof buildLoginLimits>

/**
 * Builds the counters of a sign-in. Loopback has no counters of a network: the limit of successes would stop automation
 * on the server's own machine, and behind an untrusted proxy all clients have one network. The shares of the hashing
 * queue and the number of sessions per account still apply there.
 */
export function buildLoginLimits(userKey: string, address: string) {
  const client = getClientNetwork(address)
  const network = isLoopback(address) ? null : client
  const site = network === null ? null : getClientNetwork(address, 56)
  const hasSite = site !== null && site !== network
  const networkFailures = [
    ...(network === null ? [] : [buildCounter(100, 'address', network)]),
    ...(hasSite ? [buildCounter(200, 'address', site)] : []),
  ]
  return {
    userKey,
    /** The client's network and its site; null for loopback, which may be an untrusted proxy for all clients. */
    network,
    site,
    /** Failures of the account from this network: a success clears it. */
    ownFailures: buildCounter(5, 'account', userKey, client),
    /** Failures that other clients share: of the account from everywhere, and of the network and its wider site. */
    sharedFailures: [
      buildCounter(50, 'account', userKey),
      ...(hasSite ? [buildCounter(10, 'account', userKey, site)] : []),
      ...networkFailures,
    ],
    networkFailures,
    successes: network === null ? [] : [buildCounter(30, 'success', userKey, network)],
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
export async function findLoginRefusal(db: Connection, counters: readonly LoginCounter[], now: Date) {
  // PostgreSQL has no empty list; a caller without a network has no counter.
  if (counters.length === 0) return undefined
  const keys = counters.map(({ key }) => key)
  const rows = await db
    .selectFrom('login_counters')
    .select(['key', 'failures', 'window_ends'])
    .where('key', 'in', keys)
    .where('window_ends', '>', now.toISOString())
    .where('window_ends', '<=', computeLatestEnd(now))
    .orderBy('window_ends', 'desc')
    .execute()
  const limits = new Map(counters.map(({ key, limit }) => [key, limit ?? Number.POSITIVE_INFINITY]))
  const full = rows.find(({ key, failures }) => failures >= (limits.get(key) ?? 0))
  if (full === undefined) return undefined
  const seconds = Math.ceil((Date.parse(full.window_ends) - now.getTime()) / 1000)
  return createTooManyError(full.key.startsWith('["success"') ? 'sign-ins' : 'failed logins', seconds)
}

/** Creates the error of an attempt beyond a limit, which says when attempts are accepted again. */
export const createTooManyError = (what: 'sign-ins' | 'failed logins', seconds = 1) => {
  const minutes = Math.ceil(seconds / 60)
  const time = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new ApiError(429, `Too many ${what}. Please try again in ${time}.`, seconds)
}

/** Counts one failure in every counter, or in none of them if one has reached its limit meanwhile. */
export async function countLoginFailure(db: Database, counters: readonly LoginCounter[], now: Date) {
  const full = new Error('limit reached')
  const work = async (trx: Connection) => {
    for (const counter of counters) if (!(await countLogin(trx, counter, now))) throw full
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
async function countLogin(db: Connection, { key, limit }: LoginCounter, now: Date): Promise<boolean> {
  const windowEnds = new Date(now.getTime() + WINDOW_MS).toISOString()
  const isOver = sql<boolean>`(login_counters.window_ends <= ${now.toISOString()} or login_counters.window_ends > ${computeLatestEnd(now)})`
  const counted = await db
    .insertInto('login_counters')
    .values({ key, failures: 1, window_ends: windowEnds })
    .onConflict((conflict) => {
      const update = conflict.column('key').doUpdateSet({
        failures: sql<number>`case when ${isOver} then 1 else login_counters.failures + 1 end`,
        window_ends: sql<string>`case when ${isOver} then ${windowEnds} else login_counters.window_ends end`,
      })
      if (limit === null) return update
      return update.where((where) => where.or([isOver, where('login_counters.failures', '<', limit)]))
    })
    .returning('key')
    .executeTakeFirst()
  return counted !== undefined
}

/** Counts a correct password: clears the failures of its account and network, and counts a success without a limit. */
export async function countLoginSuccess(db: Connection, { ownFailures, successes }: LoginLimits, now: Date) {
  await db.deleteFrom('login_counters').where('key', '=', ownFailures.key).execute()
  for (const { key } of successes) await countLogin(db, { key, limit: null }, now)
}

/** Deletes all counters of an account: of its failures and of its successes. */
export async function deleteLoginCounters(db: Connection, userKey: string): Promise<void> {
  for (const kind of ['account', 'success']) {
    const prefix = JSON.stringify([kind, userKey]).slice(0, -1)
    // Not `like`, because a prefix may contain wildcards; the length is SQL's because it counts code points.
    const begins = sql<boolean>`substr(key, 1, length(cast(${prefix} as text))) = ${prefix}`
    await db.deleteFrom('login_counters').where(begins).execute()
  }
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
const computeLatestEnd = (now: Date): string =>
  new Date(now.getTime() + WINDOW_MS + CLOCK_TOLERANCE_MS).toISOString()

/** After so many days without a sign-in a network is deleted. */
const RETENTION_DAYS = 30
/** The most networks that are stored for one account. */
const NETWORKS_PER_USER = 20

/** Says whether the user with a key has signed in from a network in the last 30 days. */
export function isKnownNetwork(db: Connection, userKey: string, network: string, now: Date) {
  const [after, until] = getKnownRange(now)
  const networks = db
    .selectFrom('known_networks')
    .innerJoin('users', 'users.id', 'known_networks.user_id')
    .select('known_networks.network')
    .where('users.user_key', '=', userKey)
    .where('known_networks.network', '=', network)
    .where('known_networks.last_sign_in', '>', after)
    .where('known_networks.last_sign_in', '<=', until)
  return hasRow(networks)
}

/** Stores that a user signed in from a network, and deletes all but the latest 20 networks of that user. */
export async function storeKnownNetwork(db: Connection, userId: number, network: string, now: Date) {
  const last_sign_in = now.toISOString()
  await db
    .insertInto('known_networks')
    .values({ user_id: userId, network, last_sign_in })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ last_sign_in }))
    .execute()
  await db
    .deleteFrom('known_networks')
    .where('user_id', '=', userId)
    .where('network', 'not in', (query) =>
      query
        .selectFrom('known_networks as latest')
        .select('latest.network')
        .where('latest.user_id', '=', userId)
        .orderBy('latest.last_sign_in', 'desc')
        .limit(NETWORKS_PER_USER),
    )
    .execute()
}

/** Deletes the networks that are no longer known. */
export async function deleteExpiredNetworks(db: Connection, now: Date): Promise<void> {
  const [after, until] = getKnownRange(now)
  await db
    .deleteFrom('known_networks')
    .where((where) => where.or([where('last_sign_in', '<=', after), where('last_sign_in', '>', until)]))
    .execute()
}

/** Returns the time range of a valid sign-in; one in the future comes from a clock that was wrong. */
function getKnownRange(now: Date): [after: string, until: string] {
  return [daysAgo(now, RETENTION_DAYS), new Date(now.getTime() + CLOCK_TOLERANCE_MS).toISOString()]
}
