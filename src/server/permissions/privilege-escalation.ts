import type { Role } from '../../../schemas/api/role.ts'
import type { SystemUser } from '../../../schemas/api/system-user.ts'
import { Forbidden } from '../http/api-error.ts'
import type { Connection } from '../database/handle.ts'
import { listRoleRightIds } from './repository.ts'
import { effectiveRights, type Holdings, type MenuIds } from './effective-permissions.ts'
import { shownRole, shownUser } from './require-record.ts'

/** A change of a user or role, in menu ids; also those whose menu record is missing for now. */
export interface Change {
  readonly subject: 'user' | 'role'
  /** What the caller holds. */
  readonly held: Holdings
  /** What the subject may open before the change; nothing for a new one. */
  readonly before: MenuIds
  /** What it may open after the change, where the change can add to it. */
  readonly after?: MenuIds
}

/**
 * The one rule for every change of a user or role: the caller must hold everything that the subject may open before
 * the change (R74) and everything that the change turns on (R66). So nobody takes rights away from a greater account
 * in order to get at it. Throws 403 with the ids that the caller lacks.
 */
export function checkChange({ subject, held, before, after = before }: Change): void {
  const lacksBefore = [...before].filter((id) => !held.has(id))
  if (lacksBefore.length > 0) {
    throw new Forbidden(
      `You cannot change a ${subject} with a right that you do not hold yourself.`,
      lacksBefore,
    )
  }
  const lacksAfter = [...after].filter((id) => !held.has(id))
  if (lacksAfter.length > 0) {
    throw new Forbidden('You cannot give a right that you do not hold yourself.', lacksAfter)
  }
}

/** A user that the caller may change. Throws 404 as `shownUser`, 403 as `checkChange`. */
export async function userToChange(
  db: Connection,
  held: Holdings,
  id: number,
): Promise<{ readonly user: SystemUser; readonly before: MenuIds }> {
  const user = await shownUser(db, id)
  const before = await effectiveRights(db, id)
  checkChange({ subject: 'user', held, before })
  return { user, before }
}

/** A role that the caller may change. Throws 404 as `shownRole`, 403 as `checkChange`. */
export async function roleToChange(db: Connection, held: Holdings, id: number): Promise<Role> {
  const role = await shownRole(db, id)
  checkChange({ subject: 'role', held, before: new Set(await listRoleRightIds(db, id)) })
  return role
}
