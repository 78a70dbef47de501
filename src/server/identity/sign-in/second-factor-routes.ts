import type { FastifyRequest } from 'fastify'
import { ChangeSecondFactorRequest } from '../../../../schemas/api/requests.ts'
import { EmptyEnvelope, envelope } from '../../../../schemas/api/responses.ts'
import { Enrolment, RecoveryCodes } from '../../../../schemas/api/credentials.ts'
import { type IdentityDeps, getCurrentUser, transactAsCaller } from '../access/authorization.ts'
import { byId, declareCall, forAdministrators, type RouteApp } from '../../platform/http/permission.ts'
import { requireChangeableUser } from '../accounts/privilege-escalation.ts'
import * as factors from '../accounts/second-factors.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import * as http from '../../platform/http/responses.ts'
import { withOwnPassword } from './login.ts'
import { endOtherAccess } from './other-access.ts'

const config = { permission: 'session', isOpenBeforePasswordChange: true } as const
const OWN = 'You cannot reset your own second factor. Turn it off with a code.'

/** Serves the caller's own second factor, and its reset by an administrator. */
export function secondFactorRoutes(app: RouteApp, deps: IdentityDeps): void {
  app.post(
    '/v1/account/second-factor',
    declareCall(
      config,
      'startSecondFactor',
      'Returns a new secret, or how many recovery codes are left of the second factor that is on',
      envelope(Enrolment),
    ),
    async (request) => http.toRecordEnvelope(await start(deps, request)),
  )
  app.put(
    '/v1/account/second-factor',
    declareCall(
      config,
      'changeSecondFactor',
      'Turns the second factor on, which returns recovery codes this once, or off',
      envelope(RecoveryCodes),
      { body: ChangeSecondFactorRequest },
    ),
    async (request) => http.toRecordEnvelope(await change(deps, request, request.body)),
  )
  app.delete(
    '/v1/system-users/:id/second-factor',
    forAdministrators(
      'resetSecondFactor',
      'Removes the second factor of a user who has lost it',
      EmptyEnvelope,
      byId,
    ),
    async (request) => {
      const { id } = request.params
      if (id === getCurrentUser(request).userId) throw new http.ForbiddenError(OWN)
      await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
        const { user } = await requireChangeableUser(trx, callerPermissions, id)
        if (!(await factors.deleteSecondFactor(trx, id)))
          throw http.notFound('This user has no second factor.')
        recordEvent('second factor reset', { user: user.userId })
      })
      return http.toEmptyEnvelope('Second factor reset successfully!')
    },
  )
}

function start(deps: IdentityDeps, request: FastifyRequest) {
  const { userId, username, isOfCompany } = getCurrentUser(request)
  if (isOfCompany)
    throw http.badRequest('You sign in at the company sign-in, which has its own second factor.')
  return withTransaction(deps.database, async (trx) => {
    const factor = await factors.findSecondFactor(trx, userId)
    if (factor?.isOn === true) {
      return { secret: null, uri: null, recoveryCodesLeft: factor.recoveryCodes.length }
    }
    const enrolment = await factors.startEnrolment(trx, userId, deps.getProductName(), username)
    return { ...enrolment, recoveryCodesLeft: 0 }
  })
}

/**
 * Turns the second factor on, which ends the caller's other sessions, and tokens unless they are kept, or off. Throws 403
 * for a wrong password or code, which counts as a failed sign-in, then 429.
 */
function change(deps: IdentityDeps, request: FastifyRequest, body: ChangeSecondFactorRequest) {
  const { isOn, password, code, keepTokens } = body
  const { userId, username } = getCurrentUser(request)
  return withOwnPassword(deps, request, { password, failed: 'second factor failed' }, () =>
    transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
      const factor = await factors.findSecondFactor(trx, userId)
      if (factor === undefined || factor.isOn === isOn) {
        throw http.badRequest(`The second factor is ${isOn ? 'on' : 'off'} already.`)
      }
      const left = await factors.spendCode(trx, factor, code, deps.clock())
      if (left === null) throw new http.SecondFactorError(403, true)
      if (left < factor.recoveryCodes.length) recordEvent('recovery code used', { caller: username, left })
      recordEvent(isOn ? 'second factor enabled' : 'second factor disabled', { user: username })
      if (isOn) {
        await endOtherAccess(trx, request, keepTokens, recordEvent)
        return { recoveryCodes: await factors.confirmEnrolment(trx, userId, deps.clock()) }
      }
      await factors.deleteSecondFactor(trx, userId)
      return { recoveryCodes: [] }
    }),
  )
}
