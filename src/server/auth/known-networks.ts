import type { Connection } from '../database/handle.ts'
import { CLOCK_TOLERANCE_MS } from '../accounts/sessions.ts'

const DAY_MS = 24 * 3_600_000
/** After this time without a sign-in a network is deleted. */
const RETENTION_MS = 30 * DAY_MS
/** The most networks that are stored for one account. */
const NETWORKS_PER_USER = 20

/** Whether the user with a key has signed in from a network in the last 30 days. */
export async function isKnownNetwork(
  db: Connection,
  userKey: string,
  network: string,
  now: Date,
): Promise<boolean> {
  const [after, until] = getKnownRange(now)
  const row = await db
    .selectFrom('known_networks')
    .innerJoin('users', 'users.id', 'known_networks.user_id')
    .select('known_networks.network')
    .where('users.user_key', '=', userKey)
    .where('known_networks.network', '=', network)
    .where('known_networks.last_sign_in', '>', after)
    .where('known_networks.last_sign_in', '<=', until)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that a user signed in from a network, and deletes all but the latest 20 networks of that user. */
export async function storeKnownNetwork(
  db: Connection,
  userId: number,
  network: string,
  now: Date,
): Promise<void> {
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

/** The time range of a valid sign-in; one in the future comes from a clock that was wrong. */
function getKnownRange(now: Date): [after: string, until: string] {
  return [
    new Date(now.getTime() - RETENTION_MS).toISOString(),
    new Date(now.getTime() + CLOCK_TOLERANCE_MS).toISOString(),
  ]
}
