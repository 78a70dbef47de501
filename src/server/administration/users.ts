import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { CreateSystemUserRequest, UpdateSystemUserRequest } from '../../../schemas/api/requests.ts'
import {
  type SystemUserForm,
  validateSystemUser,
  type SystemUser,
  type UserStatus,
} from '../../../schemas/api/system-user.ts'
import { badRequest, checkIfMatch, checkSameId, conflict, ForbiddenError } from '../http/responses.ts'
import { type AppDeps, authorize, getCurrentUser, transactAsCaller } from '../access/authorization.ts'
import { buildDifference } from '../audit/request-events.ts'
import { listMenuNodes, nameRights } from '../accounts/menu.ts'
import type { Connection } from '../database/handle.ts'
import {
  type AssignedPermissions,
  listRolePermissionIds,
  type PermissionIds,
  readAssignedPermissions,
} from '../accounts/permissions.ts'
import { findRole } from '../accounts/roles.ts'
import * as users from '../accounts/users.ts'
import {
  requireAdministrator,
  assertCanChange,
  requireChangeableUser,
} from '../accounts/privilege-escalation.ts'
import { validatePassword } from '../passwords/password-policy.ts'
import { buildCounterPrefixes, deleteLoginCounters } from '../auth/login-limits.ts'
import {
  findAccount,
  hasCompanySignIn,
  requirePasswordChange,
  storePasswordHash,
} from '../accounts/credentials.ts'
import { deleteUserSchedules } from '../schedules/repository.ts'
import { endUserTokens } from '../accounts/tokens.ts'
import { endUserSessions } from '../accounts/sessions.ts'
import { formatFormErrors, isBlank } from '../../../schemas/api/forms.ts'
import { normalizeName } from '../../../schemas/api/names.ts'
import { requireUser } from '../accounts/users.ts'

/**
 * Adds a user. Throws 400 with the form's message, 403 if the role has permissions that the caller lacks, 409 if the
 * user id is taken, ignoring case (S64).
 */
export async function createSystemUser(
  deps: AppDeps,
  request: FastifyRequest,
  body: CreateSystemUserRequest,
): Promise<SystemUser> {
  const { database, passwords, clock } = deps
  const form = trimForm(body)
  checkForm(form, 'create')
  const error = validatePassword(form.password, form.userId)
  if (error !== null) throw badRequest(error)
  // Checked again in the transaction; here it saves the costly hash.
  const caller = await authorize(database, request, deps)
  await checkNewUser(database, form, await readAssignedPermissions(database, caller))
  const passwordHash = await passwords.queue(() => passwords.hash(form.password))
  return transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    await checkNewUser(trx, form, callerPermissions)
    const account = { ...form, status: body.status, passwordHash, passwordChangeRequired: true }
    const id = await users.insertSystemUser(trx, account, clock())
    const user = await requireUser(trx, id)
    const line = { user: user.userId, roleId: user.roleId }
    recordEvent('user created', line, { details: { after: user } })
    return user
  })
}

/**
 * Changes role, login IP, e-mail address and status of a user, but not user id and owner. A user as it was read is a
 * valid body. Throws as `createSystemUser` and `setUserStatus`.
 */
export async function updateSystemUser(
  deps: AppDeps,
  request: FastifyRequest,
  id: number,
  body: UpdateSystemUserRequest,
): Promise<SystemUser> {
  checkSameId(id, body.id)
  return transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const { user: current, before } = await requireChangeableUser(trx, callerPermissions, id)
    checkIfMatch(request, current)
    const { userId = current.userId, owner = current.owner, status = current.status } = body
    checkOwnStatus(request, id, status)
    const form = trimForm({ ...body, userId, owner, password: '' })
    if (!isUnchanged(form, current)) checkForm(form, 'edit')
    if (form.userId !== current.userId) throw badRequest('The User ID cannot be changed.')
    if (form.owner !== current.owner) throw badRequest('The Owner cannot be changed.')
    if (form.roleId !== current.roleId) {
      await checkRole(trx, form.roleId, { callerPermissions, before })
    }
    const { roleId: role_id, loginIP: login_ip, emailId: email_id } = form
    await storeUser(trx, id, { role_id, login_ip, email_id, status }, deps.clock())
    await requireAdministrator(trx)
    const user = await requireUser(trx, id)
    const line = { user: user.userId, roleId: user.roleId }
    recordEvent('user updated', line, { details: buildDifference(current, user) })
    if (user.status !== current.status) {
      const details = buildDifference({ status: current.status }, { status: user.status })
      recordEvent('user status updated', { user: user.userId, status: user.status }, { details })
    }
    return user
  })
}

/** Removes a user and ends its sessions. Throws 403 for the caller's own user (S15). */
export async function removeSystemUser(deps: AppDeps, request: FastifyRequest, id: number): Promise<void> {
  await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const { user: current, before } = await requireChangeableUser(trx, callerPermissions, id)
    if (id === getCurrentUser(request).userId) throw new ForbiddenError('You cannot delete your own user.')
    checkIfMatch(request, current)
    const rights = nameRights(await listMenuNodes(trx), [...before])
    await users.deleteSystemUser(trx, id)
    await requireAdministrator(trx)
    recordEvent('user deleted', { user: current.userId }, { details: { before: { ...current, rights } } })
  })
}

const OWN_PASSWORD = 'You cannot reset your own password. Change it under your name in the header.'

const NO_PASSWORD = 'This user signs in at the company sign-in and has no password here.'

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
  if (await hasCompanySignIn(database, id)) throw badRequest(NO_PASSWORD)
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
    await endUserTokens(trx, id)
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
    await storeUser(trx, id, { status }, deps.clock())
    await requireAdministrator(trx)
    const details = buildDifference({ status: current.status }, { status })
    recordEvent('user status updated', { user: current.userId, status }, { details })
    return requireUser(trx, id)
  })
}

/** Throws 403 if callers would deactivate themselves (S15). */
function checkOwnStatus(request: FastifyRequest, id: number, status: UserStatus): void {
  if (status === 'Inactive' && id === getCurrentUser(request).userId) {
    throw new ForbiddenError('You cannot deactivate your own user.')
  }
}

/** Changes a user; an inactive one has neither sessions (S15) nor tokens nor schedules. */
async function storeUser(
  db: Connection,
  id: number,
  change: Parameters<typeof users.updateSystemUser>[2],
  now: Date,
): Promise<void> {
  await users.updateSystemUser(db, id, change, now)
  if (change.status !== 'Inactive') return
  await endUserSessions(db, id)
  await deleteUserSchedules(db, id)
  await endUserTokens(db, id)
}

function trimForm(body: SystemUserForm) {
  return {
    userId: body.userId.trim(),
    password: body.password,
    owner: body.owner.trim(),
    roleId: body.roleId ?? 0,
    loginIP: body.loginIP.trim(),
    emailId: body.emailId.trim(),
  }
}

/** Whether a form equals the stored user, which may be older than a rule of the form. */
function isUnchanged(form: ReturnType<typeof trimForm>, current: SystemUser): boolean {
  const { userId, owner, roleId, loginIP, emailId } = current
  return isDeepStrictEqual(form, { userId, password: '', owner, roleId, loginIP, emailId })
}

function checkForm(form: SystemUserForm, mode: 'create' | 'edit'): void {
  const { message } = validateSystemUser(form, mode)
  if (message !== null) throw badRequest(message)
}

async function checkNewUser(
  db: Connection,
  { userId, roleId }: { readonly userId: string; readonly roleId: number },
  callerPermissions: AssignedPermissions,
): Promise<void> {
  const taken = await findAccount(db, userId)
  if (taken !== undefined) throw conflict('A user with this User ID already exists.')
  await checkRole(db, roleId, { callerPermissions, before: new Set() })
}

/** Throws 400 if a role does not exist or is hidden, 403 if it has permissions that the caller lacks. */
async function checkRole(
  db: Connection,
  roleId: number,
  {
    callerPermissions,
    before,
  }: { readonly callerPermissions: AssignedPermissions; readonly before: PermissionIds },
): Promise<void> {
  if ((await findRole(db, roleId)) === undefined) throw badRequest('There is no such role.')
  const after = new Set(await listRolePermissionIds(db, roleId))
  assertCanChange({ subject: 'user', callerPermissions, before, after })
}
