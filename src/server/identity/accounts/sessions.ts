import { hash as digest, randomBytes } from 'node:crypto'
import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { TOKEN_PREFIX } from '../../../../schemas/api/credentials.ts'
import { batches, hasRow } from '../../platform/database/batches.ts'
import type { Connection, DatabaseHandle } from '../../platform/database/handle.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { STORE_EVERY_MS } from '../../platform/periodic-task.ts'

/** Creates an opaque secret of 256 bits, safe in headers and URLs. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash of a token; only this is stored, so that a copy of the database opens no session. */
export const hashToken = (token: string): string => digest('sha256', token)

const BEARER = new RegExp(`^Bearer ((?:${TOKEN_PREFIX})?[A-Za-z0-9_-]{43})$`, 'i')

/** Reads the bearer token of an Authorization header; undefined if it is missing or malformed. */
export const parseBearerToken = (header: string | undefined): string | undefined =>
  BEARER.exec(header ?? '')?.[1]

/** Says how long sessions last: at most, and without use. */
export interface SessionRules {
  readonly hours: number
  readonly idleMinutes: number
  /** How old a sign-in may be for changes by administrators; 0 for any age. */
  readonly reauthenticateMinutes?: number
}

/**
 * By how much the stored last use of a session may be older than its real one, in milliseconds: another process may
 * have recorded a use that it has not stored yet.
 */
const ACTIVITY_LAG_MS = 2 * STORE_EVERY_MS

/** By how much the clocks of two servers on one database may differ, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 60_000

export type SessionBounds = ReturnType<typeof computeSessionBounds>

/**
 * Computes the bounds of live sessions. A session is live from its creation for `hours`, also if it was created under a
 * longer limit, unless it was unused for `idleMinutes`. One that was created in the future comes from a clock that was
 * wrong: it is not live, and is deleted before that time.
 */
export const computeSessionBounds = (now: Date, { hours, idleMinutes }: SessionRules) => ({
  now,
  createdAfter: new Date(now.getTime() - hours * 3_600_000),
  createdUntil: new Date(now.getTime() + CLOCK_TOLERANCE_MS),
  usedAfter: new Date(now.getTime() - idleMinutes * 60_000 - ACTIVITY_LAG_MS),
})

/** Returns true if a session with these times is live. */
export const isWithin = (
  { now, createdAfter, createdUntil, usedAfter }: SessionBounds,
  { createdAt, lastUsedAt, expiresAt }: Pick<SessionUser, 'createdAt' | 'lastUsedAt' | 'expiresAt'>,
) => createdAt > createdAfter && createdAt <= createdUntil && lastUsedAt > usedAfter && expiresAt > now

/** Builds the condition of `isWithin` in SQL. */
export const isLive = (
  where: ExpressionBuilder<Tables, 'sessions'>,
  { now, createdAfter, createdUntil, usedAfter }: SessionBounds,
) =>
  where.and([
    where('sessions.expires_at', '>', now.toISOString()),
    where('sessions.created_at', '>', createdAfter.toISOString()),
    where('sessions.created_at', '<=', createdUntil.toISOString()),
    where('sessions.last_used_at', '>', usedAfter.toISOString()),
  ])

/** Describes the token for machines by which a user is read. */
export interface TokenGrant {
  readonly id: number
  readonly label: string
  /** The ids of the reports that it may read; null for all that its owner may open. */
  readonly reports: readonly string[] | null
}

/** Describes a session, or a token for machines, with its user. The id of the session of a token is empty. */
export type SessionUser = Readonly<NonNullable<Awaited<ReturnType<typeof findSession>>>> & {
  readonly token?: TokenGrant
}

/** Inserts a session that begins with its creation. */
export async function storeSession(
  db: Connection,
  session: Omit<Insertable<Tables['sessions']>, 'last_used_at'>,
): Promise<void> {
  const row = { ...session, last_used_at: session.created_at }
  await db.insertInto('sessions').values(row).execute()
}

const callerColumns = [
  'users.id as userId',
  'users.user_id as username',
  'users.email_id as emailId',
  'users.role_id as roleId',
  'users.own_rights as ownRights',
  // Whether the user must choose a new password before anything else (spec 7.23).
  'users.password_change_required as passwordChangeRequired',
  'roles.name as roleName',
  'roles.requires_second_factor as requiresSecondFactor',
  // Whether the user signs in at the company sign-in and has no password.
  sql<number>`case when users.oidc_subject is null then 0 else 1 end`.as('isOfCompany'),
  // That of a company sign-in is the provider's.
  sql<number>`case when users.oidc_subject is not null or exists (
    select 1 from second_factors where user_id = users.id and enrolled_at is not null
  ) then 1 else 0 end`.as('hasSecondFactor'),
] as const

/** Selects active users with the columns of a caller. */
export const selectCallers = (db: Connection) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(callerColumns)
    .where('users.status', '=', 'Active')

/** Finds the session of a token while its user is active; the caller checks whether it has ended. */
export async function findSession(db: Connection, tokenHash: string) {
  const row = await selectCallers(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['sessions.id as sessionId', 'sessions.created_at as createdAt'])
    .select(['sessions.last_used_at as lastUsedAt', 'sessions.expires_at as expiresAt'])
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [createdAt, lastUsedAt] = [new Date(row.createdAt), new Date(row.lastUsedAt)]
  return { ...row, ...toFlags(row), createdAt, lastUsedAt, expiresAt: new Date(row.expiresAt) }
}

type CallerRow = Awaited<ReturnType<ReturnType<typeof selectCallers>['executeTakeFirstOrThrow']>>

/** Converts the flags of a caller, which a database stores as numbers. */
export const toFlags = (row: CallerRow) => ({
  ownRights: row.ownRights === 1,
  passwordChangeRequired: row.passwordChangeRequired === 1,
  isOfCompany: row.isOfCompany === 1,
  hasSecondFactor: row.hasSecondFactor === 1,
  requiresSecondFactor: row.requiresSecondFactor === 1,
})

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

/** Says whether a session of a token is stored, also one that has ended. */
export const hasSession = (db: Connection, tokenHash: string): Promise<boolean> =>
  hasRow(db.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash))

/** Ends the session of a token and returns its user; undefined if there is no such session. */
export async function endSession(db: Connection, tokenHash: string) {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  if (ended === undefined) return undefined
  const user = await db
    .selectFrom('users')
    .select(['user_id as userId', 'oidc_subject as subject'])
    .where('id', '=', ended.user_id)
    .executeTakeFirst()
  return user && { userId: user.userId, isOfCompany: user.subject !== null }
}

/**
 * Ends the sessions of a user, as after a new password, a deactivation or a deletion, but not one that is to be
 * kept; returns how many there were.
 */
export async function endUserSessions(db: Connection, userId: number, kept = ''): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', kept)
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

/** Deletes the sessions of one user, or of all, that are not live. */
export async function deleteEndedSessions(db: Connection, bounds: SessionBounds, userId?: number) {
  await db
    .deleteFrom('sessions')
    .where((where) => where.not(isLive(where, bounds)))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .execute()
}
