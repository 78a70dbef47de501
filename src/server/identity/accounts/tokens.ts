import type { Insertable } from 'kysely'
import { z } from 'zod'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { PageQuery } from '../../../../schemas/api/parameters.ts'
import { findsText, readPage } from '../../platform/database/batches.ts'
import type { Connection, DatabaseHandle } from '../../platform/database/handle.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { StoredPermission } from './permissions.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { selectCallers, type SessionUser, toFlags } from './sessions.ts'
import { daysAgo } from '../../platform/days-ago.ts'

/** Finds the owner of a token while the account is active; the caller checks whether the token has ended. */
export async function findTokenUser(db: Connection, tokenHash: string): Promise<SessionUser | undefined> {
  const row = await selectCallers(db)
    .innerJoin('tokens', 'tokens.user_id', 'users.id')
    .select(['tokens.id', 'tokens.label', 'tokens.reports'])
    .select(['tokens.created_at as createdAt', 'tokens.expires_at as expiresAt'])
    .where('tokens.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, label, reports, ...owner } = row
  const createdAt = new Date(owner.createdAt)
  return {
    ...owner,
    ...toFlags(owner),
    sessionId: '',
    createdAt,
    lastUsedAt: createdAt,
    expiresAt: new Date(owner.expiresAt),
    token: { id, label, reports: parseReports(reports) },
  }
}

/** Returns the permissions that a token with these reports may use, never more than the owner has. */
export function limitToReports(permissions: readonly StoredPermission[], reports: readonly string[] | null) {
  if (reports === null) return permissions
  return permissions.filter(
    ({ id, reportId }) =>
      id === portalPermissions.reports.id || (reportId !== null && reports.includes(reportId)),
  )
}

const Reports = z.array(z.string()).nullable()

const parseReports = (text: string | null) => Reports.parse(JSON.parse(text ?? 'null'))

export const storeToken = async (db: Connection, token: Insertable<Tables['tokens']>): Promise<number> =>
  (await db.insertInto('tokens').values(token).returning('id').executeTakeFirstOrThrow()).id

/** Selects the tokens of one user, or of all whom administration shows. */
function selectTokens(db: Connection, userId: number | undefined) {
  const tokens = db.selectFrom('tokens').innerJoin('users', 'users.id', 'tokens.user_id')
  return userId === undefined
    ? tokens.where('users.role_id', '!=', SUPER_ROLE)
    : tokens.where('users.id', '=', userId)
}

const columns = [
  'tokens.id',
  'users.id as systemUserId',
  'users.user_id as userId',
  'tokens.label',
  'tokens.reports',
  'tokens.created_at as createdAt',
  'tokens.expires_at as expiresAt',
  'tokens.last_used_at as lastUsedAt',
  'tokens.address',
] as const

/** Lists a page of tokens, the latest first. */
export async function listTokens(db: Connection, { search, ...page }: PageQuery, userId?: number) {
  const columnsOfText = { names: ['users.user_key'], texts: ['tokens.label'] }
  const matching = selectTokens(db, userId).where(findsText(search, columnsOfText))
  const rows = matching.select(columns).orderBy('tokens.id', 'desc')
  const { records, totalCount } = await readPage(matching, rows, page)
  const listed = records.map(({ expiresAt, ...row }) => ({
    ...row,
    reports: parseReports(row.reports),
    endDate: expiresAt.slice(0, 10),
  }))
  return { records: listed, totalCount }
}

/** Finds a token, of one user if it is given, with its owner. */
export const findToken = (db: Connection, id: number, userId?: number) =>
  selectTokens(db, userId).select(columns).where('tokens.id', '=', id).executeTakeFirst()

export async function deleteToken(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('tokens').where('id', '=', id).execute()
}

/** Ends the tokens of a user, for example after a new password or a deactivation, and returns their labels. */
export async function endUserTokens(db: Connection, userId: number): Promise<string[]> {
  const ended = await db.deleteFrom('tokens').where('user_id', '=', userId).returning('label').execute()
  return ended.map(({ label }) => label)
}

/** For so many days a token that has ended is still listed. */
const LISTED_DAYS = 30

export async function deleteEndedTokens(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('tokens').where('expires_at', '<', daysAgo(now, LISTED_DAYS)).execute()
}

export interface TokenUse {
  readonly at: Date
  readonly address: string
}

/** Stores the last use of a token; never moves a time back. */
export async function storeTokenUse(handle: DatabaseHandle, id: number, { at, address }: TokenUse) {
  const last_used_at = at.toISOString()
  const statement = handle.database
    .updateTable('tokens')
    .set({ last_used_at, address })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', last_used_at)]))
  await handle.executeUntracked(statement.compile())
}
