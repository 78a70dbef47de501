import { normalizeName } from '../../../../schemas/api/names.ts'
import type { PageQuery } from '../../../../schemas/api/parameters.ts'
import type { SystemUser, UserStatus } from '../../../../schemas/api/system-user.ts'
import type { Updateable } from 'kysely'
import { findsText, type Page, readPage } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { notFound } from '../../platform/http/responses.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'

export interface NewSystemUser extends Readonly<Omit<SystemUser, 'id' | 'role' | 'status'>> {
  readonly passwordHash: string
  readonly status?: UserStatus | undefined
  /** Whether the user must choose a new password before anything else (spec 7.23); false by default. */
  readonly passwordChangeRequired?: boolean
  /** Who the account belongs to at the company sign-in; it has no password then. */
  readonly oidc?: { readonly issuer: string; readonly subject: string }
  /** Whether the password is public; false by default. */
  readonly demo?: boolean
}

/** Lists a page of the users that administration shows, by id; those of role 1 are neither listed nor counted. */
export function listSystemUsers(db: Connection, { search, ...page }: PageQuery): Promise<Page<SystemUser>> {
  const matching = selectSystemUsers(db, search)
  return readPage(matching, matching.select(userColumns).orderBy('users.id'), page)
}

/** Reads a user that administration shows. Throws 404 if it does not exist or has role 1. */
export async function requireUser(db: Connection, id: number): Promise<SystemUser> {
  const user = await selectVisible(db).select(userColumns).where('users.id', '=', id).executeTakeFirst()
  if (user === undefined) throw notFound('There is no such user.')
  return user
}

/** Inserts a user without rights of its own. */
export async function insertSystemUser(db: Connection, user: NewSystemUser, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      user_id: user.userId,
      user_key: normalizeName(user.userId),
      password_hash: user.passwordHash,
      owner: user.owner,
      role_id: user.roleId,
      login_ip: user.loginIP,
      email_id: user.emailId,
      status: user.status ?? 'Active',
      own_rights: 0,
      demo: user.demo === true ? 1 : 0,
      oidc_issuer: user.oidc?.issuer ?? null,
      oidc_subject: user.oidc?.subject ?? null,
      password_change_required: user.passwordChangeRequired === true ? 1 : 0,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSystemUser(
  db: Connection,
  id: number,
  change: Updateable<Pick<Tables['users'], 'role_id' | 'login_ip' | 'email_id' | 'status'>>,
  now: Date,
): Promise<void> {
  const values = { ...change, updated_at: now.toISOString() }
  await db.updateTable('users').set(values).where('id', '=', id).execute()
}

/** Removes a user together with its sessions and rights. */
export async function deleteSystemUser(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

export const userColumns = [
  'users.id',
  'users.user_id as userId',
  'users.owner',
  'roles.name as role',
  'users.role_id as roleId',
  'users.login_ip as loginIP',
  'users.email_id as emailId',
  'users.status',
] as const

const joinRoles = (db: Connection) => db.selectFrom('users').innerJoin('roles', 'roles.id', 'users.role_id')

const selectVisible = (db: Connection) => joinRoles(db).where('users.role_id', '!=', SUPER_ROLE)

/** Selects the users that administration shows and that contain a text; the users of role 1 if these are asked for. */
export function selectSystemUsers(db: Connection, text: string, isReserved = false) {
  const texts = ['users.owner', 'users.login_ip', 'users.email_id']
  const users = isReserved ? joinRoles(db).where('users.role_id', '=', SUPER_ROLE) : selectVisible(db)
  return users.where(findsText(text, { names: ['users.user_key', 'roles.name_key'], texts }))
}
