import { sql } from 'kysely'
import { batches } from '../database/batches.ts'
import type { Connection, DatabaseHandle } from '../database/handle.ts'

/** How long sessions last: at most, and without use. */
export interface SessionRules {
  readonly hours: number
  readonly idleMinutes: number
}

/** When each session was last used in this process. */
export interface SessionActivity {
  /** Records that a session was used; stored later, together with the uses of other sessions. */
  readonly record: (sessionId: string, at: Date) => void
  /** When a session was last used: the stored time, or a later one that this process recorded. */
  readonly lastUse: (session: { readonly sessionId: string; readonly lastUsedAt: Date }) => Date
}

/** How often the recorded use of sessions is stored, in milliseconds. */
export const ACTIVITY_INTERVAL_MS = 5_000

/**
 * By how much the stored last use of a session may be older than its real one, in milliseconds: another process may
 * have recorded a use that it has not stored yet.
 */
const ACTIVITY_LAG_MS = 2 * ACTIVITY_INTERVAL_MS

/** By how much the clocks of two servers on one database may differ, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 60_000

/** The bounds of the times of a session that is live at `now`. */
export interface SessionBounds {
  readonly now: Date
  readonly createdAfter: Date
  readonly createdUntil: Date
  readonly usedAfter: Date
}

/**
 * Computes the bounds of live sessions. A session is live from its creation for `hours`, also if it was created under a
 * longer limit, unless it was unused for `idleMinutes`. One that was created in the future comes from a clock that was
 * wrong: it is not live, and is deleted before that time.
 */
export function computeSessionBounds(now: Date, { hours, idleMinutes }: SessionRules): SessionBounds {
  return {
    now,
    createdAfter: new Date(now.getTime() - hours * 3_600_000),
    createdUntil: new Date(now.getTime() + CLOCK_TOLERANCE_MS),
    usedAfter: new Date(now.getTime() - idleMinutes * 60_000 - ACTIVITY_LAG_MS),
  }
}

export interface SessionTimes {
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

/** Whether a session with these times is live. `deleteEndedSessions` deletes those that are not. */
export function isWithin({ now, createdAfter, createdUntil, usedAfter }: SessionBounds, times: SessionTimes) {
  const { createdAt, lastUsedAt, expiresAt } = times
  return createdAt > createdAfter && createdAt <= createdUntil && lastUsedAt > usedAfter && expiresAt > now
}

export interface NewSession {
  readonly id: string
  readonly tokenHash: string
  readonly userId: number
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The address and program of the client that signs in. */
  readonly address?: string
  readonly client?: string
}

/** A session with its user. */
export interface SessionUser {
  readonly sessionId: string
  readonly userId: number
  readonly username: string
  readonly roleId: number
  readonly roleName: string
  readonly ownRights: boolean
  /** Whether the user must choose a new password before anything else (spec 7.23). */
  readonly passwordChangeRequired: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

/** Inserts a session. */
export async function storeSession(db: Connection, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.createdAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
      address: session.address ?? '',
      client: session.client ?? '',
    })
    .execute()
}

/** Finds the session of a token while its user is active; the caller checks whether it has ended. */
export async function findSession(db: Connection, tokenHash: string): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'sessions.id as session_id',
      'sessions.created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'users.id as user_id',
      'users.user_id as username',
      'users.role_id',
      'users.own_rights',
      'users.password_change_required',
      'roles.name as role_name',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.status', '=', 'Active')
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    username: row.username,
    roleId: row.role_id,
    roleName: row.role_name,
    ownRights: row.own_rights === 1,
    passwordChangeRequired: row.password_change_required === 1,
    createdAt: new Date(row.created_at),
    lastUsedAt: new Date(row.last_used_at),
    expiresAt: new Date(row.expires_at),
  }
}

/** The last use of a session. */
export interface SessionUse {
  readonly id: string
  readonly at: Date
}

/** Stores the last uses of sessions in one statement. Never moves a time back; an ended session stays ended. */
export async function storeSessionUses(handle: DatabaseHandle, uses: readonly SessionUse[]): Promise<void> {
  for (const part of batches(uses)) {
    const rows = sql.join(part.map(({ id, at }) => sql`(${id}, ${at.toISOString()})`))
    const statement = sql`
      update sessions set last_used_at = used.column2
      from (values ${rows}) as used
      where sessions.id = used.column1 and sessions.last_used_at < used.column2`
    await handle.executeUntracked(statement.compile(handle.database))
  }
}

/** Whether a session of a token is stored, also one that has ended. */
export async function hasSession(db: Connection, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the session of a token and returns the id of its user; undefined if there is no such session. */
export async function endSession(db: Connection, tokenHash: string): Promise<string | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  if (ended === undefined) return undefined
  const user = await db
    .selectFrom('users')
    .select('user_id')
    .where('id', '=', ended.user_id)
    .executeTakeFirst()
  return user?.user_id
}

/**
 * Ends every session of a user, as after a password reset, a deactivation or a deletion (S14, S15), and returns how
 * many there were.
 */
export async function endUserSessions(db: Connection, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Ends the other sessions of a user, as after the user has changed the password; returns how many there were. */
export async function endOtherSessions(db: Connection, userId: number, sessionId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Ends the sessions of a user except those that were used last. */
export async function endLeastUsedSessions(db: Connection, userId: number, kept: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('sessions as kept')
        .select('kept.id')
        .where('kept.user_id', '=', userId)
        .orderBy('kept.last_used_at', 'desc')
        .orderBy('kept.created_at', 'desc')
        .limit(kept),
    )
    .execute()
}

/** Deletes the sessions of one user, or of all, that are not live according to `isWithin`. */
export async function deleteEndedSessions(
  db: Connection,
  bounds: SessionBounds,
  userId?: number,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => {
      const isEnded = where.or([
        where('expires_at', '<=', bounds.now.toISOString()),
        where('created_at', '<=', bounds.createdAfter.toISOString()),
        where('created_at', '>', bounds.createdUntil.toISOString()),
        where('last_used_at', '<=', bounds.usedAfter.toISOString()),
      ])
      return userId === undefined ? isEnded : where.and([where('user_id', '=', userId), isEnded])
    })
    .execute()
}
