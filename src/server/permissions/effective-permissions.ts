import type { Connection } from '../database/handle.ts'
import { listUserPermissionIds, type PermissionHolder } from './repository.ts'
import { SUPER_ROLE } from '../roles/repository.ts'
import { findPermissionHolder } from '../users/repository.ts'

export type PermissionIds = ReadonlySet<number>

/** The permissions of a user: a set of menu ids, or every id, including future ones. */
export type AssignedPermissions = Pick<PermissionIds, 'has'>

const EVERYTHING: AssignedPermissions = { has: () => true }

/**
 * Reads the menu ids that are stored for a user or, without rights of its own, for its role. They include ids whose
 * menu record is missing: the report may be defined again, and then users with the id can open it.
 */
export async function getEffectivePermissions(db: Connection, userId: number): Promise<PermissionIds> {
  const holder = await findPermissionHolder(db, userId)
  return new Set(holder === undefined ? [] : await listUserPermissionIds(db, holder))
}

/** Reads the permissions that a caller may grant or revoke: all for role 1, else the stored menu ids. */
export async function readAssignedPermissions(
  db: Connection,
  caller: PermissionHolder,
): Promise<AssignedPermissions> {
  return caller.roleId === SUPER_ROLE ? EVERYTHING : new Set(await listUserPermissionIds(db, caller))
}
