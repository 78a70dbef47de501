import type { Role } from '../../../schemas/api/role.ts'
import type { SystemUser } from '../../../schemas/api/system-user.ts'
import { notFound } from '../http/responses.ts'
import type { Connection } from '../database/handle.ts'
import { findRole } from '../roles/repository.ts'
import { findSystemUser } from '../users/repository.ts'

/** Reads a user that administration shows. Throws 404 if it does not exist or has role 1. */
export async function requireUser(db: Connection, id: number): Promise<SystemUser> {
  const user = await findSystemUser(db, id)
  if (user === undefined) throw notFound('There is no such user.')
  return user
}

/** Reads a role that administration shows. Throws 404 if it does not exist or is role 1. */
export async function requireRole(db: Connection, id: number): Promise<Role> {
  const role = await findRole(db, id)
  if (role === undefined) throw notFound('There is no such role.')
  return role
}
