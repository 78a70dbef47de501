import type { PageQuery } from '../../../schemas/api/parameters.ts'
import { normalizeName } from '../../../schemas/api/names.ts'
import { containsText, readPage } from '../database/batches.ts'
import type { Connection } from '../database/handle.ts'
import { SUPER_ROLE } from './roles.ts'
import type { SessionBounds } from './sessions.ts'

/** An open session as it is listed. */
export interface ListedSession {
  readonly id: string
  readonly systemUserId: number
  readonly userId: string
  readonly role: string
  readonly signedInAt: string
  readonly lastUsedAt: string
  readonly address: string
  readonly client: string
}

export interface SessionScope {
  readonly bounds: SessionBounds
  /** Whether sessions of role 1 are included, which administration does not show. */
  readonly includesReserved: boolean
  /** Only the sessions of this user. */
  readonly userId?: number
}

/** Lists a page of the open sessions, the most recently used first. */
export async function listSessions(
  db: Connection,
  scope: SessionScope,
  { search, ...page }: PageQuery,
): Promise<{ records: ListedSession[]; totalCount: number }> {
  const found = selectOpen(db, scope).$if(search.trim() !== '', (query) =>
    query.where((where) =>
      where.or([
        containsText(where.ref('users.user_key'), normalizeName(search)),
        containsText(where.ref('roles.name_key'), normalizeName(search)),
        containsText(where.ref('sessions.address'), search.trim()),
        containsText(where.ref('sessions.client'), search.trim()),
      ]),
    ),
  )
  const rows = found.select(columns).orderBy('sessions.last_used_at', 'desc').orderBy('sessions.id')
  return readPage(found, rows, page)
}

/** Finds an open session by its id. */
export async function findOpenSession(
  db: Connection,
  scope: SessionScope,
  id: string,
): Promise<ListedSession | undefined> {
  return selectOpen(db, scope).select(columns).where('sessions.id', '=', id).executeTakeFirst()
}

/** Ends one session. */
export async function deleteSession(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Counts the open sessions of users. */
export async function countSessions(
  db: Connection,
  bounds: SessionBounds,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await selectOpen(db, { bounds, includesReserved: true })
    .select((select) => ['users.id', select.fn.countAll<number | string>().as('total')])
    .where('users.id', 'in', userIds)
    .groupBy('users.id')
    .execute()
  return new Map(rows.map(({ id, total }) => [id, Number(total)]))
}

const columns = [
  'sessions.id',
  'users.id as systemUserId',
  'users.user_id as userId',
  'roles.name as role',
  'sessions.created_at as signedInAt',
  'sessions.last_used_at as lastUsedAt',
  'sessions.address',
  'sessions.client',
] as const

function selectOpen(db: Connection, { bounds, includesReserved, userId }: SessionScope) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('users.status', '=', 'Active')
    .where('sessions.expires_at', '>', bounds.now.toISOString())
    .where('sessions.created_at', '>', bounds.createdAfter.toISOString())
    .where('sessions.created_at', '<=', bounds.createdUntil.toISOString())
    .where('sessions.last_used_at', '>', bounds.usedAfter.toISOString())
    .$if(!includesReserved, (query) => query.where('users.role_id', '!=', SUPER_ROLE))
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId ?? 0))
}
