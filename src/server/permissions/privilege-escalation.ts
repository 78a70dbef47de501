import type { Role } from '../../../schemas/api/role.ts'
import type { SystemUser } from '../../../schemas/api/system-user.ts'
import { ForbiddenError } from '../http/api-error.ts'
import type { Connection } from '../database/handle.ts'
import { listRolePermissionIds } from './repository.ts'
import {
  getEffectivePermissions,
  type AssignedPermissions,
  type PermissionIds,
} from './effective-permissions.ts'
import { requireRole, requireUser } from './require-record.ts'

/** A change of a user or role, in menu ids; also those whose menu record is missing for now. */
export interface AccountChange {
  readonly subject: 'user' | 'role'
  /** What the caller holds. */
  readonly held: AssignedPermissions
  /** What the subject may open before the change; nothing for a new one. */
  readonly before: PermissionIds
  /** What it may open after the change, where the change can add to it. */
  readonly after?: PermissionIds
}

/**
 * The one rule for every change of a user or role: the caller must hold everything that the subject may open before
 * the change and everything that the change turns on. So nobody takes rights away from a greater account
 * in order to get at it. Throws 403 with the ids that the caller lacks.
 */
export function assertCanChange({ subject, held, before, after = before }: AccountChange): void {
  const lacksBefore = [...before].filter((id) => !held.has(id))
  if (lacksBefore.length > 0) {
    throw new ForbiddenError(
      `You cannot change a ${subject} with a right that you do not hold yourself.`,
      lacksBefore,
    )
  }
  const lacksAfter = [...after].filter((id) => !held.has(id))
  if (lacksAfter.length > 0) {
    throw new ForbiddenError('You cannot give a right that you do not hold yourself.', lacksAfter)
  }
}

/** A user that the caller may change. Throws 404 as `shownUser`, 403 as `checkChange`. */
export async function requireChangeableUser(
  db: Connection,
  held: AssignedPermissions,
  id: number,
): Promise<{ readonly user: SystemUser; readonly before: PermissionIds }> {
  const user = await requireUser(db, id)
  const before = await getEffectivePermissions(db, id)
  assertCanChange({ subject: 'user', held, before })
  return { user, before }
}

/** A role that the caller may change. Throws 404 as `shownRole`, 403 as `checkChange`. */
export async function requireChangeableRole(
  db: Connection,
  held: AssignedPermissions,
  id: number,
): Promise<Role> {
  const role = await requireRole(db, id)
  assertCanChange({ subject: 'role', held, before: new Set(await listRolePermissionIds(db, id)) })
  return role
}
