import type { Connection } from '../database/engine.ts'

export interface NewSession {
  readonly id: string
  readonly tokenHash: string
  readonly userId: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A live session together with who holds it. */
export interface SessionHolder {
  readonly sessionId: string
  readonly userId: number
  readonly username: string
  readonly roleId: number
  readonly roleName: string
  readonly ownRights: boolean
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

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
    })
    .execute()
}

/** The session of a token while its user is active; whether it has ended by now is the caller's to ask. */
export async function findSession(db: Connection, tokenHash: string): Promise<SessionHolder | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'sessions.id as session_id',
      'sessions.last_used_at',
      'sessions.expires_at',
      'users.id as user_id',
      'users.user_id as username',
      'users.role_id',
      'users.own_rights',
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
    lastUsedAt: new Date(row.last_used_at),
    expiresAt: new Date(row.expires_at),
  }
}

/** Notes that a session was used; never moves its time back. */
export async function touchSession(db: Connection, sessionId: string, now: Date): Promise<void> {
  const moment = now.toISOString()
  await db
    .updateTable('sessions')
    .set({ last_used_at: moment })
    .where('id', '=', sessionId)
    .where('last_used_at', '<', moment)
    .execute()
}

/** Ends the session of a token; gives the user id of whoever held it, or undefined where there was none. */
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

/** Ends every session of a user, as after a password reset, a deactivation or a deletion (S14, S15). */
export async function endSessionsOf(db: Connection, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Removes what can no longer be used. */
export async function dropEndedSessions(db: Connection, now: Date, idleSince: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('expires_at', '<=', now.toISOString()),
        where('last_used_at', '<=', idleSince.toISOString()),
      ]),
    )
    .execute()
}
