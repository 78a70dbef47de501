import type { Connection } from '../database/handle.ts'
import { listUserPermissionIds, type PermissionHolder } from './repository.ts'
import { SUPER_ROLE } from '../roles/repository.ts'
import { findPermissionHolder } from '../users/repository.ts'

export type PermissionIds = ReadonlySet<number>

/** What somebody holds: a set of menu ids, or every id there is or will be. */
export type AssignedPermissions = Pick<PermissionIds, 'has'>

const EVERYTHING: AssignedPermissions = { has: () => true }

/**
 * The menu ids that are stored for a user, by itself or by its role. They include ids whose menu record is
 * missing: the report may be defined again, and whoever has the id can open it then.
 */
export async function getEffectivePermissions(db: Connection, userId: number): Promise<PermissionIds> {
  const holder = await findPermissionHolder(db, userId)
  return new Set(holder === undefined ? [] : await listUserPermissionIds(db, holder))
}

/** What a caller may give to others or change on them: everything for role 1, else the stored menu ids. */
export async function readAssignedPermissions(
  db: Connection,
  caller: PermissionHolder,
): Promise<AssignedPermissions> {
  return caller.roleId === SUPER_ROLE ? EVERYTHING : new Set(await listUserPermissionIds(db, caller))
}
