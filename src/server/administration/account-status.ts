import type { FastifyRequest } from 'fastify'
import { formatFormErrors, isBlank } from '../../../schemas/api/forms.ts'
import { normalizeName } from '../../../schemas/api/names.ts'
import type { SystemUser, UserStatus } from '../../../schemas/api/system-user.ts'
import { badRequest, checkIfMatch, ForbiddenError } from '../http/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { buildDifference } from '../audit/difference.ts'
import type { Connection } from '../database/handle.ts'
import { getCurrentUser, transactAsCaller } from '../access/authorization.ts'
import { requirePasswordChange, storePasswordHash } from '../accounts/credentials.ts'
import { buildCounterPrefixes, deleteLoginCounters } from '../auth/login-limits.ts'
import { endUserSessions } from '../accounts/sessions.ts'
import { storeUserStatus, requireUser } from '../accounts/users.ts'
import { validatePassword } from '../passwords/password-policy.ts'
import { requireAdministrator } from '../accounts/last-administrator.ts'
import { requireChangeableUser } from '../accounts/privilege-escalation.ts'

const OWN_PASSWORD = 'You cannot reset your own password. Change it under your name in the header.'

/**
 * Sets a user's password, which the user must change at the next sign-in (spec 7.23), ends the user's sessions (S14) and
 * deletes its login counters. The caller could sign in with the new password, so that 403 is thrown if the user has
 * permissions that the caller lacks. Throws 403 for the caller's own user as well, whose current password is not known.
 */
export async function resetPassword(
  deps: AppDeps,
  request: FastifyRequest,
  id: number,
  newPassword: string,
): Promise<void> {
  const { database, passwords } = deps
  const found = await requireUser(database, id)
  if (id === getCurrentUser(request).userId) throw new ForbiddenError(OWN_PASSWORD)
  const error = isBlank(newPassword)
    ? formatFormErrors(['New Password'], [])
    : validatePassword(newPassword, found.userId)
  if (error !== null) throw badRequest(error)
  const hash = await passwords.queue(() => passwords.hash(newPassword))
  await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const { user: current } = await requireChangeableUser(trx, callerPermissions, id)
    checkIfMatch(request, current)
    await storePasswordHash(trx, id, hash)
    await requirePasswordChange(trx, id)
    await deleteLoginCounters(trx, buildCounterPrefixes(normalizeName(current.userId)))
    await endUserSessions(trx, id)
    recordEvent('password reset', { user: current.userId })
  })
}

/** Activates or deactivates a user. Deactivation ends its sessions; throws 403 for the caller's own user, 409 for the last administrator (S15). */
export async function setUserStatus(
  deps: AppDeps,
  request: FastifyRequest,
  id: number,
  status: UserStatus,
): Promise<SystemUser> {
  return transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const { user: current } = await requireChangeableUser(trx, callerPermissions, id)
    checkOwnStatus(request, id, status)
    checkIfMatch(request, current)
    await applyUserStatus(trx, id, status, deps.clock())
    await requireAdministrator(trx)
    const details = buildDifference({ status: current.status }, { status })
    recordEvent('user status updated', { user: current.userId, status }, { details })
    return requireUser(trx, id)
  })
}

/** Throws 403 if callers would deactivate themselves (S15). */
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
  if (status === 'Inactive') await endUserSessions(db, id)
}
