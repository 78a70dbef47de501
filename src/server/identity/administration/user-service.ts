import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { formatFormErrors, isBlank } from '../../../../schemas/api/forms.ts'
import type * as requests from '../../../../schemas/api/requests.ts'
import {
  type SystemUser,
  type SystemUserForm,
  type UserFormMode,
  type UserStatus,
  isEmail,
  validateSystemUser,
} from '../../../../schemas/api/system-user.ts'
import { type IdentityDeps, authorize, getCurrentUser, transactAsCaller } from '../access/authorization.ts'
import { findAccount } from '../accounts/credentials.ts'
import { listMenuNodes, nameRights } from '../accounts/menu-tree.ts'
import {
  type AssignedPermissions,
  EVERYTHING,
  listRolePermissionIds,
  type PermissionIds,
  readAssignedPermissions,
} from '../accounts/permissions.ts'
import {
  assertCanChange,
  requireAdministrator,
  requireChangeableUser,
} from '../accounts/privilege-escalation.ts'
import { addInvitation, endInvitation } from '../accounts/invitations.ts'
import { findRole } from '../accounts/roles.ts'
import { endUserSessions } from '../accounts/sessions.ts'
import { endUserTokens } from '../accounts/tokens.ts'
import * as users from '../accounts/users.ts'
import { buildDifference, type RecordEvent } from '../../platform/history/request-events.ts'
import { replacePassword } from '../sign-in/other-access.ts'
import type { Connection } from '../../platform/database/handle.ts'
import * as http from '../../platform/http/responses.ts'
import { listContextTexts, validatePassword } from '../passwords/password-policy.ts'

const OWN_PASSWORD = 'You cannot reset your own password. Change it under your name in the header.'
const NO_MAIL = 'This portal sends no mails. Set a password instead.'
const NO_PASSWORD = 'This user signs in at the company sign-in and has no password here.'

/** Contains what the change of a user starts from. */
interface Subject {
  readonly trx: Connection
  readonly user: SystemUser
  readonly before: PermissionIds
  readonly callerPermissions: AssignedPermissions
  readonly recordEvent: RecordEvent
}

/**
 * Changes a user whom these permissions, by default the caller's, allow to change. Throws 404 and 403 as
 * `requireChangeableUser`, 412 for a stale version.
 */
function changeUser<T>(
  deps: IdentityDeps,
  request: FastifyRequest,
  id: number,
  work: (subject: Subject) => Promise<T>,
  allowed?: AssignedPermissions,
): Promise<T> {
  return transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const subject = await requireChangeableUser(trx, allowed ?? callerPermissions, id)
    http.checkIfMatch(request, subject.user)
    return work({ trx, callerPermissions, recordEvent, ...subject })
  })
}

/** Adds a user. Throws 400 for an invalid form, 403 for a role with more rights than the caller, 409 for a taken user id. */
export async function createUser(
  deps: IdentityDeps,
  request: FastifyRequest,
  body: requests.CreateSystemUserRequest,
): Promise<SystemUser> {
  const { database, clock } = deps
  const form = trimForm(body.invite ? { ...body, password: '' } : body)
  checkForm(form, body.invite ? 'invite' : 'create')
  if (!body.invite) checkPassword(deps, form.password, form)
  else if (!deps.sendsInvitations) throw http.badRequest(NO_MAIL)
  // Checked again in the transaction; here it saves the costly hash.
  const caller = await authorize(database, request, deps)
  await checkNewUser(database, form, await readAssignedPermissions(database, caller))
  const passwordHash = body.invite ? '' : await hash(deps, form.password)
  return transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    await checkNewUser(trx, form, callerPermissions)
    const account = { ...form, status: body.status, passwordHash, passwordChangeRequired: !body.invite }
    const user = await users.requireUser(trx, await users.insertSystemUser(trx, account, clock()))
    const line = { user: user.userId, roleId: user.roleId }
    recordEvent('user created', line, { details: { after: user } })
    if (body.invite) await invite(deps, request, { trx, user, recordEvent })
    return user
  })
}

/** Changes role, login IP, e-mail address and status of a user to what a function of the user returns. */
export function updateUser(
  deps: IdentityDeps,
  request: FastifyRequest,
  id: number,
  getBody: (current: SystemUser) => requests.UpdateSystemUserRequest,
): Promise<SystemUser> {
  return changeUser(deps, request, id, async ({ trx, user: current, recordEvent, ...subject }) => {
    const body = getBody(current)
    const { userId = current.userId, owner = current.owner, status = current.status } = body
    checkOwnStatus(request, id, status)
    const form = trimForm({ ...body, userId, owner, password: '' })
    // The stored user may be older than a rule of the form.
    const isUnchanged = isDeepStrictEqual(form, trimForm({ ...current, password: '' }))
    if (!isUnchanged) checkForm(form, 'edit')
    if (form.userId !== current.userId) throw http.badRequest('The User ID cannot be changed.')
    if (form.owner !== current.owner) throw http.badRequest('The Owner cannot be changed.')
    if (form.roleId !== current.roleId) await checkRole(trx, form.roleId, subject)
    const { roleId: role_id, loginIP: login_ip, emailId: email_id } = form
    await storeUser(trx, deps, current, { role_id, login_ip, email_id, status })
    await requireAdministrator(trx)
    const user = await users.requireUser(trx, id)
    const line = { user: user.userId, roleId: user.roleId }
    recordEvent('user updated', line, { details: buildDifference(current, user) })
    if (user.status !== current.status) recordStatus(current, user.status, recordEvent)
    return user
  })
}

/** Removes a user, its sessions and its work. Throws 403 for the caller's own user, 409 for the last administrator. */
export function deleteUser(deps: IdentityDeps, request: FastifyRequest, id: number): Promise<void> {
  return changeUser(deps, request, id, async ({ trx, user, before, recordEvent }) => {
    if (id === getCurrentUser(request).userId)
      throw new http.ForbiddenError('You cannot delete your own user.')
    const rights = nameRights(await listMenuNodes(trx), [...before])
    await deps.userWork.remove(trx, user)
    await users.deleteSystemUser(trx, id)
    await requireAdministrator(trx)
    recordEvent('user deleted', { user: user.userId }, { details: { before: { ...user, rights } } })
  })
}

/**
 * Sets the password of another user, who must change it at the next sign-in (spec 7.23). The caller could sign in with it,
 * so that the caller needs all permissions of the user.
 */
export async function resetPassword(
  deps: IdentityDeps,
  request: FastifyRequest,
  id: number,
  newPassword: string,
): Promise<void> {
  const { database } = deps
  const current = await users.requireUser(database, id)
  await checkHasPassword(database, request, current)
  if (isBlank(newPassword)) throw http.badRequest(formatFormErrors(['New Password'], []) ?? '')
  checkPassword(deps, newPassword, current)
  const passwordHash = await hash(deps, newPassword)
  await changeUser(deps, request, id, async ({ trx, user, recordEvent }) => {
    await replacePassword(trx, user, passwordHash, true)
    recordEvent('password reset', { user: user.userId })
  })
}

/** Sends another user a link that sets the password. The caller needs all permissions of the user, as for a reset. */
export function inviteUser(deps: IdentityDeps, request: FastifyRequest, id: number): Promise<void> {
  return changeUser(deps, request, id, async (subject) => {
    await checkHasPassword(subject.trx, request, subject.user)
    await invite(deps, request, subject)
  })
}

async function invite(
  { clock }: IdentityDeps,
  request: FastifyRequest,
  { trx, user, recordEvent }: Pick<Subject, 'trx' | 'user' | 'recordEvent'>,
): Promise<void> {
  if (user.status !== 'Active') throw http.badRequest('An inactive user cannot be invited.')
  if (!isEmail(user.emailId)) throw http.badRequest('This user has no e-mail address.')
  await addInvitation(trx, user.id, getCurrentUser(request).userId, clock())
  recordEvent('user invited', { user: user.userId })
}

/** Throws 403 for the caller's own user, 400 for a user of the company sign-in. */
async function checkHasPassword(db: Connection, request: FastifyRequest, user: SystemUser): Promise<void> {
  if (user.id === getCurrentUser(request).userId) throw new http.ForbiddenError(OWN_PASSWORD)
  const account = await findAccount(db, user.userId)
  if (account?.isOfCompany === true) throw http.badRequest(NO_PASSWORD)
}

/**
 * Activates or deactivates a user. A user who may do more than the caller can be deactivated: keeping somebody out gives the
 * caller nothing.
 */
export function setUserStatus(deps: IdentityDeps, request: FastifyRequest, id: number, status: UserStatus) {
  const work = async ({ trx, user, recordEvent }: Subject) => {
    checkOwnStatus(request, id, status)
    await storeUser(trx, deps, user, { status })
    await requireAdministrator(trx)
    recordStatus(user, status, recordEvent)
    return users.requireUser(trx, id)
  }
  return changeUser(deps, request, id, work, status === 'Inactive' ? EVERYTHING : undefined)
}

const hash = ({ passwords }: IdentityDeps, password: string) =>
  passwords.queue(() => passwords.hash(password))

function checkPassword(
  deps: IdentityDeps,
  password: string,
  user: Pick<SystemUser, 'userId' | 'owner' | 'emailId'>,
): void {
  const texts = [...listContextTexts(deps), user.owner, user.emailId]
  const error = validatePassword(password, user.userId, texts)
  if (error !== null) throw http.badRequest(error)
}

function recordStatus(
  { userId: user, status: earlierStatus }: SystemUser,
  status: UserStatus,
  recordEvent: RecordEvent,
) {
  const details = buildDifference({ status: earlierStatus }, { status })
  recordEvent('user status updated', { user, status }, { details })
}

/** Throws 403 if callers would deactivate themselves. */
function checkOwnStatus(request: FastifyRequest, id: number, status: UserStatus): void {
  if (status === 'Inactive' && id === getCurrentUser(request).userId) {
    throw new http.ForbiddenError('You cannot deactivate your own user.')
  }
}

/**
 * Changes a user. Another e-mail address ends an invitation; an inactive user has neither an invitation nor sessions nor
 * tokens nor schedules.
 */
async function storeUser(
  db: Connection,
  { clock, userWork }: Pick<IdentityDeps, 'clock' | 'userWork'>,
  { id, emailId }: SystemUser,
  change: Parameters<typeof users.updateSystemUser>[2],
): Promise<void> {
  await users.updateSystemUser(db, id, change, clock())
  const isElsewhere = change.email_id !== undefined && change.email_id !== emailId
  if (isElsewhere || change.status === 'Inactive') await endInvitation(db, id)
  if (change.status !== 'Inactive') return
  await endUserSessions(db, id)
  await userWork.end(db, id)
  await endUserTokens(db, id)
}

const trimForm = (body: SystemUserForm) => ({
  userId: body.userId.trim(),
  password: body.password,
  owner: body.owner.trim(),
  roleId: body.roleId,
  loginIP: body.loginIP.trim(),
  emailId: body.emailId.trim(),
})

function checkForm(form: SystemUserForm, mode: UserFormMode): void {
  const { message } = validateSystemUser(form, mode)
  if (message !== null) throw http.badRequest(message)
}

async function checkNewUser(
  db: Connection,
  { userId, roleId }: { readonly userId: string; readonly roleId: number },
  callerPermissions: AssignedPermissions,
): Promise<void> {
  const taken = await findAccount(db, userId)
  if (taken !== undefined) throw http.conflict('A user with this User ID already exists.')
  await checkRole(db, roleId, { callerPermissions, before: new Set() })
}

/** Throws 400 if a role does not exist or is hidden, 403 if it has permissions that the caller lacks. */
async function checkRole(
  db: Connection,
  roleId: number,
  { callerPermissions, before }: Pick<Subject, 'callerPermissions' | 'before'>,
): Promise<void> {
  if ((await findRole(db, roleId)) === undefined) throw http.badRequest('There is no such role.')
  const after = new Set(await listRolePermissionIds(db, roleId))
  await assertCanChange(db, { subject: 'user', callerPermissions, before, after })
}
