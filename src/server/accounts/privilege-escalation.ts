import type { Connection } from '../database/handle.ts'
import {
  type AssignedPermissions,
  getEffectivePermissions,
  listRolePermissionIds,
  type PermissionIds,
} from './permissions.ts'
import type { Role } from '../../../schemas/api/role.ts'
import type { SystemUser } from '../../../schemas/api/system-user.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { conflict, ForbiddenError } from '../http/responses.ts'
import { SUPER_ROLE } from '../../../schemas/api/role.ts'
import { requireRole } from './roles.ts'
import { requireUser } from './users.ts'

/** A change of a user or role, in menu ids, including those whose menu record is missing. */
export interface AccountChange {
  readonly subject: 'user' | 'role'
  readonly callerPermissions: AssignedPermissions
  /** The ids of the subject before the change; none for a new one. */
  readonly before: PermissionIds
  /** The ids after the change, if it can add some. */
  readonly after?: PermissionIds
}

/**
 * The rule for every change of a user or role: the caller must have every permission that the subject has before the
 * change, and every one that the change adds. So a caller cannot weaken an account with more rights in order to control
 * it. Throws 403 with the ids that the caller lacks.
 */
export function assertCanChange({ subject, callerPermissions, before, after = before }: AccountChange): void {
  const requireAll = (ids: PermissionIds, message: string) => {
    const lacking = [...ids].filter((id) => !callerPermissions.has(id))
    if (lacking.length > 0) throw new ForbiddenError(message, lacking)
  }
  requireAll(before, `You cannot change a ${subject} with a right that you do not have yourself.`)
  requireAll(after, 'You cannot grant a right that you do not have yourself.')
}

/** Reads a user that the caller may change. Throws 404 as `requireUser`, 403 as `assertCanChange`. */
export async function requireChangeableUser(
  db: Connection,
  callerPermissions: AssignedPermissions,
  id: number,
): Promise<{ readonly user: SystemUser; readonly before: PermissionIds }> {
  const user = await requireUser(db, id)
  const before = await getEffectivePermissions(db, id)
  assertCanChange({ subject: 'user', callerPermissions, before })
  return { user, before }
}

/** Reads a role that the caller may change. Throws 404 as `requireRole`, 403 as `assertCanChange`. */
export async function requireChangeableRole(
  db: Connection,
  callerPermissions: AssignedPermissions,
  id: number,
): Promise<Role> {
  const role = await requireRole(db, id)
  assertCanChange({
    subject: 'role',
    callerPermissions,
    before: new Set(await listRolePermissionIds(db, id)),
  })
  return role
}

const ADMINISTRATION = portalPermissions.roles.id

/** Returns true if an active user may administer the portal. Role 1 counts. */
export async function hasAdministrator(trx: Connection): Promise<boolean> {
  const left = await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'Active')
    .where((where) => {
      const ofUser = where
        .selectFrom('user_rights')
        .select('user_rights.user_id')
        .where('menu_id', '=', ADMINISTRATION)
      const ofRole = where
        .selectFrom('role_rights')
        .select('role_rights.role_id')
        .where('menu_id', '=', ADMINISTRATION)
      return where.or([
        where('users.role_id', '=', SUPER_ROLE),
        where.and([where('own_rights', '=', 1), where('users.id', 'in', ofUser)]),
        where.and([where('own_rights', '=', 0), where('users.role_id', 'in', ofRole)]),
      ])
    })
    .limit(1)
    .executeTakeFirst()
  return left !== undefined
}

/** Checks in the transaction of a change that an administrator is left (S95). Throws 409 otherwise. */
export async function requireAdministrator(trx: Connection): Promise<void> {
  if (await hasAdministrator(trx)) return
  throw conflict(
    `No active user would have the right ${portalPermissions.roles.name} any more. Give it to another user first.`,
  )
}
