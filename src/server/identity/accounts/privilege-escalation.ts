import { listMenuNodes, nameRights } from './menu-tree.ts'
import { hasRow } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import {
  type AssignedPermissions,
  getEffectivePermissions,
  listRolePermissionIds,
  type PermissionIds,
} from './permissions.ts'
import type { SystemUser } from '../../../../schemas/api/system-user.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { conflict, ForbiddenError } from '../../platform/http/responses.ts'
import { type Role, SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { requireRole } from './roles.ts'
import { requireUser } from './users.ts'

/** Describes a change of a user or role, in menu ids, including ids whose menu record is missing. */
export interface AccountChange {
  readonly subject: 'user' | 'role'
  readonly callerPermissions: AssignedPermissions
  /** The ids of the subject before the change; none for a new one. */
  readonly before: PermissionIds
  /** The ids after the change, if it can add some. */
  readonly after?: PermissionIds
}

/**
 * Returns the rule for every change of a user or role: the caller must have every permission that the subject has
 * before the change, and every one that the change adds. So a caller cannot weaken an account with more rights in order
 * to control it. Throws 403 with the rights that the caller lacks and who can give them.
 */
export async function assertCanChange(
  db: Connection,
  { subject, callerPermissions, before, after = before }: AccountChange,
): Promise<void> {
  const requireAll = async (ids: PermissionIds, action: string) => {
    const lacking = [...ids].filter((id) => !callerPermissions.has(id))
    if (lacking.length === 0) return
    const { rights, able } = await describeHolders(db, lacking)
    const message = `You cannot ${action} a right that you do not have yourself: ${rights}. Who can give it: ${[...able, 'a super administrator'].join(', ')}.`
    throw new ForbiddenError(message, lacking)
  }
  await requireAll(before, `change a ${subject} with`)
  await requireAll(after, 'grant')
}

/** Returns sentences on the administrators who lack rights that were granted; undefined if all have them. */
export async function warnOfLack(db: Connection, granted: readonly number[]): Promise<string | undefined> {
  const { rights, unable } = await describeHolders(db, granted)
  if (unable.length === 0) return undefined
  return `Administrators without the right ${rights}: ${unable.join(', ')}. They can still deactivate users who have it and end their sessions, but change nothing else of them.`
}

const MAX_NAMES = 5

/** Names rights, and a few active administrators who have all of them and who lack one, without those of role 1. */
async function describeHolders(db: Connection, ids: readonly number[]) {
  const administrators = selectAdministrators(db).where('users.role_id', '!=', SUPER_ROLE)
  const [able, unable]: [string[], string[]] = [[], []]
  for (const { id, userId } of await administrators.select(['id', 'user_id as userId']).execute()) {
    const rights = await getEffectivePermissions(db, id)
    const names = ids.every((right) => rights.has(right)) ? able : unable
    if (names.length < MAX_NAMES) names.push(userId)
  }
  const named = nameRights(await listMenuNodes(db), ids)
  return { rights: named.map(({ id, name }) => name ?? `number ${id}`).join(', '), able, unable }
}

/** Reads a user that the caller may change. Throws 404 as `requireUser`, 403 as `assertCanChange`. */
export async function requireChangeableUser(
  db: Connection,
  callerPermissions: AssignedPermissions,
  id: number,
): Promise<{ readonly user: SystemUser; readonly before: PermissionIds }> {
  const user = await requireUser(db, id)
  const before = await getEffectivePermissions(db, id)
  await assertCanChange(db, { subject: 'user', callerPermissions, before })
  return { user, before }
}

/** Reads a role that the caller may change. Throws 404 as `requireRole`, 403 as `assertCanChange`. */
export async function requireChangeableRole(
  db: Connection,
  callerPermissions: AssignedPermissions,
  id: number,
): Promise<Role> {
  const role = await requireRole(db, id)
  const before = new Set(await listRolePermissionIds(db, id))
  await assertCanChange(db, { subject: 'role', callerPermissions, before })
  return role
}

const ADMINISTRATION = portalPermissions.roles.id

/** Returns true if an active user may administer the portal. Role 1 counts. */
export const hasAdministrator = (trx: Connection): Promise<boolean> =>
  hasRow(selectAdministrators(trx).select('users.id').limit(1))

function selectAdministrators(db: Connection) {
  return db
    .selectFrom('users')
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
}

/** Checks in the transaction of a change that an administrator is left. Throws 409 otherwise. */
export async function requireAdministrator(trx: Connection): Promise<void> {
  if (await hasAdministrator(trx)) return
  throw conflict(
    `No active user would have the right ${portalPermissions.roles.name} any more. Give it to another user first.`,
  )
}
