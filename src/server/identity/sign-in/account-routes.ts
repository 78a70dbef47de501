import type { FastifyRequest } from 'fastify'
import { Account } from '../../../../schemas/api/auth.ts'
import { formatFormErrors, isBlank } from '../../../../schemas/api/forms.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import { ChangePasswordRequest } from '../../../../schemas/api/requests.ts'
import { EmptyEnvelope, envelope } from '../../../../schemas/api/responses.ts'
import { type IdentityDeps, getCurrentUser, transactAsCaller } from '../access/authorization.ts'
import { declareCall, type RouteApp } from '../../platform/http/permission.ts'
import * as credentials from '../accounts/credentials.ts'
import { endInvitation } from '../accounts/invitations.ts'
import type { SessionUser } from '../accounts/sessions.ts'
import { ANONYMOUS_BODY_BYTES } from '../../platform/http/connection-limits.ts'
import * as http from '../../platform/http/responses.ts'
import { listContextTexts, validatePassword } from '../passwords/password-policy.ts'
import { queueAttempt, withOwnPassword } from './login.ts'
import { endOtherAccess } from './other-access.ts'
import { buildLoginLimits, countLoginSuccess, type LoginLimits } from './login-limits.ts'

const config = { permission: 'session', isOpenBeforePasswordChange: true } as const

/** Serves the account of the caller, and the change of its password. */
export function accountRoutes(app: RouteApp, deps: IdentityDeps): void {
  app.get(
    '/v1/account',
    declareCall(config, 'getAccount', 'The caller', envelope(Account)),
    async (request) => {
      const { userId, username, emailId, roleId, roleName, passwordChangeRequired } = getCurrentUser(request)
      return http.toRecordEnvelope({
        userId,
        username,
        emailId,
        roleId,
        role: roleName,
        passwordChangeRequired,
        idleMinutes: deps.sessions.idleMinutes,
      })
    },
  )
  app.put(
    '/v1/account/password',
    {
      bodyLimit: ANONYMOUS_BODY_BYTES,
      ...declareCall(
        config,
        'changePassword',
        "Changes the caller's password and ends the caller's other sessions and tokens",
        EmptyEnvelope,
        { body: ChangePasswordRequest },
      ),
    },
    async (request) => {
      const { body } = request
      const caller = getCurrentUser(request)
      checkForm(body, caller, [...listContextTexts(deps), caller.emailId])
      if (caller.isOfCompany) throw http.badRequest(NO_PASSWORD)
      await changePassword(deps, request, body)
      return http.toEmptyEnvelope('Password changed successfully!')
    },
  )
}

const NO_PASSWORD = 'You sign in at the company sign-in and have no password here.'
const SAME_PASSWORD = 'The new password must differ from the current one.'

function checkForm(
  { currentPassword, newPassword }: ChangePasswordRequest,
  caller: SessionUser,
  texts: readonly string[],
): void {
  const missing = [
    ...(caller.passwordChangeRequired || !isBlank(currentPassword) ? [] : ['Current Password']),
    ...(isBlank(newPassword) ? ['New Password'] : []),
  ]
  const error = formatFormErrors(missing, []) ?? validatePassword(newPassword, caller.username, texts)
  if (error !== null) throw http.badRequest(error)
}

/**
 * Changes the password of the caller and ends the caller's other sessions, and tokens unless they are kept. The current
 * password is required, and wrong ones count as failed sign-ins. Only a password that an administrator has set can
 * be changed without it, by the session that it has opened. Throws 400 for an invalid new password, 403 for a wrong
 * current one, 429 beyond the limits of sign-ins, 409 if the password was changed meanwhile.
 */
async function changePassword(
  deps: IdentityDeps,
  request: FastifyRequest,
  { currentPassword, newPassword, keepTokens }: ChangePasswordRequest,
): Promise<void> {
  const { database, passwords, clock } = deps
  const { userId, username, passwordChangeRequired } = getCurrentUser(request)
  const store = async (account: credentials.Account, limits: LoginLimits) => {
    const hash = await passwords.hash(newPassword)
    await transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
      const isUnchanged = await credentials.confirmPassword(trx, account, hash)
      // Another request of the session may have changed the password that an administrator had set.
      const isStillRequired = !passwordChangeRequired || (await credentials.clearPasswordChange(trx, userId))
      if (!isUnchanged || !isStillRequired) throw http.conflict('The password was changed meanwhile.')
      await endInvitation(trx, userId)
      const sessionsEnded = await endOtherAccess(trx, request, keepTokens, recordEvent)
      await countLoginSuccess(trx, limits, clock())
      recordEvent('password changed', { user: username }, { details: { sessionsEnded } })
    })
  }
  if (!passwordChangeRequired) {
    const message = 'The current password is not correct.'
    const sent = { password: currentPassword, failed: 'password change failed', message } as const
    return withOwnPassword(deps, request, sent, (account, limits) => {
      if (newPassword === currentPassword) throw http.badRequest(SAME_PASSWORD)
      return store(account, limits)
    })
  }
  const limits = buildLoginLimits(normalizeName(username), request.ip)
  return queueAttempt(deps, limits, async () => {
    const account = await credentials.findAccount(database, username)
    if (account === undefined) throw new http.ApiError(401, 'Authentication required.')
    if (await passwords.verify(account.passwordHash, newPassword)) throw http.badRequest(SAME_PASSWORD)
    await store(account, limits)
  })
}
