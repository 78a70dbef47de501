import { sql } from 'kysely'
import { getClientNetwork, getClientSite, isLoopback } from '../http/client-network.ts'
import type { Connection, Database } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { CLOCK_TOLERANCE_MS } from '../accounts/sessions.ts'

/** A counter of attempts, and the number from which attempts are rejected until its window ends; null for no limit. */
export interface LoginCounter {
  readonly key: string
  readonly limit: number | null
}

/** Why attempts are rejected: the counter that is full for longest, and the end of its window. */
export interface LoginRefusal {
  readonly key: string
  readonly until: Date
}

/** The counters that limit the sign-ins to an account from an address. */
export interface LoginLimits {
  readonly userKey: string
  /** The client's network; null for loopback, which may be an untrusted proxy for all clients. */
  readonly network: string | null
  /** The site that the network belongs to; null for loopback. */
  readonly site: string | null
  /** Failures of the account from this network: a success clears it. */
  readonly ownFailures: LoginCounter
  /** Failures of the account from everywhere. */
  readonly accountFailures: LoginCounter
  /** Failures from this network with any account. */
  readonly networkFailures: LoginCounter | null
  /** Failures of this account and of any account from the site, if it is wider than the network. */
  readonly siteFailures: readonly LoginCounter[]
  /** Successes of the account from this network. */
  readonly successes: LoginCounter | null
}

/**
 * Builds the counters of a sign-in. Loopback has no counters of a network: the limit of successes would stop automation
 * on the server's own machine, and behind an untrusted proxy all clients have one network. The shares of the hashing
 * queue and the number of sessions per account still apply there.
 */
export function buildLoginLimits(userKey: string, address: string): LoginLimits {
  const client = getClientNetwork(address)
  const network = isLoopback(address) ? null : client
  const site = network === null ? null : getClientSite(address)
  return {
    userKey,
    network,
    site,
    ownFailures: buildCounter(5, 'account', userKey, client),
    accountFailures: buildCounter(50, 'account', userKey),
    networkFailures: network === null ? null : buildCounter(100, 'address', network),
    siteFailures:
      site === null || site === network
        ? []
        : [buildCounter(10, 'account', userKey, site), buildCounter(200, 'address', site)],
    successes: network === null ? null : buildCounter(30, 'success', userKey, network),
  }
}

/** The prefixes of the keys of all counters of one account: of its failures and of its successes. */
export function buildCounterPrefixes(userKey: string): readonly string[] {
  return ['account', 'success'].map((kind) => JSON.stringify([kind, userKey]).slice(0, -1))
}

// As JSON, so that no user id can look like the key of another counter.
const buildCounter = (limit: number, ...key: readonly string[]): LoginCounter => ({
  key: JSON.stringify(key),
  limit,
})

/** The window in which attempts are counted, in milliseconds. */
const WINDOW_MS = 15 * 60_000

/** Finds the counter that rejects an attempt now; undefined while every counter is below its limit. */
export async function findLoginRefusal(
  db: Connection,
  counters: readonly LoginCounter[],
  now: Date,
): Promise<LoginRefusal | undefined> {
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
  const limits = new Map(counters.map(({ key, limit }) => [key, limit ?? Number.POSITIVE_INFINITY]))
  const full = rows.find(({ key, failures }) => failures >= (limits.get(key) ?? 0))
  return full && { key: full.key, until: new Date(full.window_ends) }
}

/** Counts one failure in every counter, or in none of them if one has reached its limit meanwhile. */
export async function countLoginFailure(
  db: Database,
  counters: readonly LoginCounter[],
  now: Date,
): Promise<boolean> {
  const full = new Error('limit reached')
  try {
    await withTransaction(
      db,
      async (trx) => {
        for (const counter of counters) {
          if (!(await countLogin(trx, counter, now))) throw full
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

/**
 * Counts one attempt; returns false, without counting it, if the counter has reached its limit. The window of a counter
 * begins with its first attempt, and no rejected attempt extends it.
 */
export async function countLogin(db: Connection, { key, limit }: LoginCounter, now: Date): Promise<boolean> {
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

/** Deletes one counter: a successful login clears the failures of its account and address. */
export async function clearLoginCounter(db: Connection, counter: LoginCounter): Promise<void> {
  await db.deleteFrom('login_counters').where('key', '=', counter.key).execute()
}

/** Deletes the counters whose keys begin with one of some prefixes. */
export async function deleteLoginCounters(db: Connection, prefixes: readonly string[]): Promise<void> {
  for (const prefix of prefixes) {
    // Not `like`, because a prefix may contain wildcards; the length is SQL's because it counts code points.
    const begins = sql<boolean>`substr(key, 1, length(cast(${prefix} as text))) = ${prefix}`
    await db.deleteFrom('login_counters').where(begins).execute()
  }
}

/** Deletes the counters whose window is over. */
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

/** A window that ends later was started by a clock that was wrong: it has ended. */
function computeLatestEnd(now: Date): string {
  return new Date(now.getTime() + WINDOW_MS + CLOCK_TOLERANCE_MS).toISOString()
}
