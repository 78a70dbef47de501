import type { PageQuery } from '../../../../schemas/api/parameters.ts'
import { sql } from 'kysely'
import type { LastSignIn, LastSignInQuery } from '../../../../schemas/api/session.ts'
import { findsText, type Page, readPage } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { isLive, type SessionBounds } from './sessions.ts'
import { selectSystemUsers, userColumns } from './users.ts'

export interface SessionScope {
  readonly bounds: SessionBounds
  /** Only the sessions of this user; without it, of all whom administration shows. */
  readonly userId?: number | undefined
}

/** Lists a page of the open sessions, the most recently used first. */
export function listSessions(db: Connection, scope: SessionScope, { search, ...page }: PageQuery) {
  const names = ['users.user_key', 'roles.name_key']
  const texts = ['sessions.address', 'sessions.client']
  const sessions = selectOpen(db, scope).where(findsText(search, { names, texts }))
  const rows = sessions.select(columns).orderBy('sessions.last_used_at', 'desc').orderBy('sessions.id')
  return readPage(sessions, rows, page)
}

export const findOpenSession = (db: Connection, scope: SessionScope, id: string) =>
  selectOpen(db, scope).select(columns).where('sessions.id', '=', id).executeTakeFirst()

export async function deleteSession(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
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

const selectOpen = (db: Connection, { bounds, userId }: SessionScope) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('users.status', '=', 'Active')
    .where((where) => isLive(where, bounds))
    .where((where) =>
      userId === undefined ? where('users.role_id', '!=', SUPER_ROLE) : where('users.id', '=', userId),
    )

/** Selects users with their last sign-in, second factor and kind of sign-in. */
export const selectSignIns = (
  db: Connection,
  { search, secondFactor, signIn, reserved }: Omit<LastSignInQuery, 'page' | 'size' | 'order'>,
) =>
  selectSystemUsers(db, search, reserved === 'true')
    .leftJoin('last_sign_ins', 'last_sign_ins.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .$if(secondFactor !== undefined, (users) =>
      users.where('second_factors.enrolled_at', secondFactor === 'on' ? 'is not' : 'is', null),
    )
    .$if(signIn !== undefined, (users) =>
      users.where('users.oidc_issuer', signIn === 'company' ? 'is not' : 'is', null),
    )

export const signInColumns = [
  ...userColumns,
  'users.created_at as createdAt',
  'last_sign_ins.at as lastSignInAt',
  'second_factors.enrolled_at as enrolledAt',
  'users.oidc_issuer as issuer',
] as const

type SignInColumns = { readonly enrolledAt: string | null; readonly issuer: string | null }

/** Builds what is sent of the sign-ins of a row. */
export const describeSignIns = <Row extends SignInColumns>({ enrolledAt, issuer, ...user }: Row) => ({
  ...user,
  secondFactor: enrolledAt !== null,
  signIn: issuer === null ? ('password' as const) : ('company' as const),
})

/** Lists a page of the users with their last sign-in, in the order that is asked for. */
export async function listLastSignIns(
  db: Connection,
  { page, size, order, ...filter }: LastSignInQuery,
  bounds: SessionBounds,
): Promise<Page<LastSignIn>> {
  const users = selectSignIns(db, filter)
  const rows = users
    .select(signInColumns)
    .select((select) =>
      select
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number | string>().as('total'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('users.status', '=', 'Active')
        .where((where) => isLive(where, bounds))
        .as('sessions'),
    )
    .$if(order !== undefined, (query) =>
      query.orderBy(sql`coalesce(last_sign_ins.at, '')`, order === 'newest' ? 'desc' : 'asc'),
    )
    .orderBy('users.id')
  const { records, totalCount } = await readPage(users, rows, { page, size })
  const signIns = records.map((row) => ({ ...describeSignIns(row), sessions: Number(row.sessions) }))
  return { records: signIns, totalCount }
}

/** Stores a sign-in of a user; never moves a time back. */
export async function storeLastSignIn(db: Connection, userId: number, now: Date): Promise<void> {
  const moment = now.toISOString()
  await db
    .insertInto('last_sign_ins')
    .values({ user_id: userId, at: moment })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ at: moment }).where('last_sign_ins.at', '<', moment),
    )
    .execute()
}
