import type { FastifyRequest } from 'fastify'
import { formatFormErrors, isBlank } from '../../../schemas/api/form-errors.ts'
import { normalizeName } from '../../../schemas/api/names.ts'
import type { SystemUser, UserStatus } from '../../../schemas/api/system-user.ts'
import { badRequest, ForbiddenError } from '../http/api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { logAuditEvent } from '../http/audit.ts'
import type { Connection } from '../database/handle.ts'
import { checkIfMatch } from '../http/etag.ts'
import { getCurrentUser } from '../http/authorization.ts'
import { storePasswordHash } from '../users/accounts.ts'
import { deleteLoginCounters } from './login-counters.ts'
import { endSessionsOf } from './sessions.ts'
import { storeUserStatus } from '../users/repository.ts'
import { accountCounterPrefixes } from './login-limits.ts'
import { validatePassword } from './password-policy.ts'
import { requireChangeableUser } from '../permissions/privilege-escalation.ts'
import { requireUser } from '../permissions/require-record.ts'
import { transactAsCaller } from '../permissions/transact-as-caller.ts'

/**
 * Sets a user's password, ends that user's sessions (S14) and forgets failed sign-ins. Whoever sets a password can sign in with it, so
 * it is refused for a user who may open more than the caller may.
 */
export async function resetPassword(
  deps: AppDeps,
  request: FastifyRequest,
  id: number,
  newPassword: string,
): Promise<void> {
  const { database, passwords } = deps
  const found = await requireUser(database, id)
  const fault = isBlank(newPassword)
    ? formatFormErrors(['New Password'], [])
    : validatePassword(newPassword, found.userId)
  if (fault !== null) throw badRequest(fault)
  const hash = await passwords.queue(() => passwords.hash(newPassword))
  const user = await transactAsCaller(deps, request, async (trx, held) => {
    const { user: current } = await requireChangeableUser(trx, held, id)
    checkIfMatch(request, current)
    await storePasswordHash(trx, id, hash)
    await deleteLoginCounters(trx, accountCounterPrefixes(normalizeName(current.userId)))
    await endSessionsOf(trx, id)
    return current
  })
  logAuditEvent(request, 'password reset', { user: user.userId })
}

/** Lets a user sign in or not; deactivation ends the user's sessions, and nobody deactivates himself (S15). */
export async function setUserStatus(
  deps: AppDeps,
  request: FastifyRequest,
  id: number,
  status: UserStatus,
): Promise<SystemUser> {
  const user = await transactAsCaller(deps, request, async (trx, held) => {
    const { user: current } = await requireChangeableUser(trx, held, id)
    checkOwnStatus(request, id, status)
    checkIfMatch(request, current)
    await applyUserStatus(trx, id, status, deps.clock())
    return requireUser(trx, id)
  })
  logAuditEvent(request, 'user status updated', { user: user.userId, status })
  return user
}

/** Throws 403 where callers would deactivate themselves (S15). */
export function checkOwnStatus(request: FastifyRequest, id: number, status: UserStatus): void {
  if (status === 'Inactive' && id === getCurrentUser(request).userId) {
    throw new ForbiddenError('You cannot deactivate your own user.')
  }
}

/** Stores the status of a user; an inactive one has no sessions (S15). */
export async function applyUserStatus(
  db: Connection,
  id: number,
  status: UserStatus,
  now: Date,
): Promise<void> {
  await storeUserStatus(db, id, status, now)
  if (status === 'Inactive') await endSessionsOf(db, id)
}
