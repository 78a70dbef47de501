import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import type { Connection } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { authorize } from '../http/authorization.ts'
import {
  type AssignedPermissions,
  getEffectivePermissions,
  listRolePermissionIds,
  type PermissionIds,
  readAssignedPermissions,
} from './repository.ts'
import type { Role } from '../../../schemas/api/role.ts'
import type { SystemUser } from '../../../schemas/api/system-user.ts'
import { type RecordEvent, RequestEvents } from '../audit/request-events.ts'
import { ForbiddenError, notFound } from '../http/responses.ts'
import { findRole } from '../roles/repository.ts'
import { findSystemUser } from '../users/repository.ts'

/**
 * Runs the work of a writing request in one transaction, which first authorizes the request again: since the first
 * check the caller may have been signed out, deactivated or demoted, for example while a password waited to be hashed.
 * The work gets the permissions of the caller, and records the audit events of its change: they are stored in the same
 * transaction and logged after the commit (S86, S90). Throws 401 or 403 as `authorize`, and what the work throws.
 */
export async function transactAsCaller<T>(
  deps: AppDeps,
  request: FastifyRequest,
  work: (
    transaction: Connection,
    callerPermissions: AssignedPermissions,
    recordEvent: RecordEvent,
  ) => Promise<T>,
): Promise<T> {
  const { result, events } = await withTransaction(deps.database, async (transaction) => {
    const caller = await authorize(transaction, request, deps)
    const changes = new RequestEvents(request, deps.clock())
    const permissions = await readAssignedPermissions(transaction, caller)
    const done = await work(transaction, permissions, changes.record)
    await changes.store(transaction)
    return { result: done, events: changes }
  })
  events.log()
  return result
}

/** A change of a user or role, in menu ids, including those whose menu record is missing. */
export interface AccountChange {
  readonly subject: 'user' | 'role'
  /** The permissions of the caller. */
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
  const lacksBefore = [...before].filter((id) => !callerPermissions.has(id))
  if (lacksBefore.length > 0) {
    throw new ForbiddenError(
      `You cannot change a ${subject} with a right that you do not have yourself.`,
      lacksBefore,
    )
  }
  const lacksAfter = [...after].filter((id) => !callerPermissions.has(id))
  if (lacksAfter.length > 0) {
    throw new ForbiddenError('You cannot grant a right that you do not have yourself.', lacksAfter)
  }
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
