import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { Connection } from '../database/handle.ts'
import { conflict } from '../http/responses.ts'
import { SUPER_ROLE } from './roles.ts'

const ADMINISTRATION = portalPermissions.roles.id

/**
 * Checks in the transaction of a change that an active user is left who may administer the portal (S95). Role 1 counts.
 * Throws 409 otherwise.
 */
export async function requireAdministrator(trx: Connection): Promise<void> {
  const left = await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'Active')
    .where((where) => {
      const ofUser = where
        .selectFrom('user_rights')
        .select('user_rights.menu_id')
        .whereRef('user_rights.user_id', '=', 'users.id')
        .where('user_rights.menu_id', '=', ADMINISTRATION)
      const ofRole = where
        .selectFrom('role_rights')
        .select('role_rights.menu_id')
        .whereRef('role_rights.role_id', '=', 'users.role_id')
        .where('role_rights.menu_id', '=', ADMINISTRATION)
      return where.or([
        where('users.role_id', '=', SUPER_ROLE),
        where.and([where('users.own_rights', '=', 1), where.exists(ofUser)]),
        where.and([where('users.own_rights', '=', 0), where.exists(ofRole)]),
      ])
    })
    .limit(1)
    .executeTakeFirst()
  if (left !== undefined) return
  throw conflict(
    `No active user would have the right ${portalPermissions.roles.name} any more. Give it to another user first.`,
  )
}
