import type { FastifyRequest } from 'fastify'
import * as auth from '../../../../schemas/api/auth.ts'
import { formatFormErrors, isBlank } from '../../../../schemas/api/forms.ts'
import { AcceptInvitationRequest, InvitationRequest } from '../../../../schemas/api/requests.ts'
import { EmptyEnvelope, envelope } from '../../../../schemas/api/responses.ts'
import type { IdentityDeps } from '../access/authorization.ts'
import { findInvitation, type Invitation, takeInvitation } from '../accounts/invitations.ts'
import { listContextTexts, validatePassword } from '../passwords/password-policy.ts'
import { withEvents } from '../../platform/history/request-events.ts'
import { declareCall, type RouteApp } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import * as limiting from './login-limits.ts'
import { queueAttempt } from './login.ts'
import { replacePassword } from './other-access.ts'

const ENDED =
  'This link has ended. It works once and for 72 hours, and a change of the account ends it. Ask the administrator of the portal for a new one.'

/** Serves the link of an invitation, without a session: whom it is for, and the password that it sets. */
export function invitationRoutes(app: RouteApp, deps: IdentityDeps): void {
  app.post(
    '/auth/invitation',
    declareCall('public', 'readInvitation', 'Whose password a link sets', envelope(auth.Invitation), {
      body: InvitationRequest,
    }),
    async (request) => {
      const read = async (invitation: Invitation) => invitation
      const { userId, endsAt } = await withInvitation(deps, request, request.body.token, read)
      return http.toRecordEnvelope({ userId, endsAt })
    },
  )
  app.put(
    '/auth/invitation',
    declareCall('public', 'acceptInvitation', 'Sets a password by a link, which then ends', EmptyEnvelope, {
      body: AcceptInvitationRequest,
    }),
    async (request) => {
      const { token, newPassword } = request.body
      await withInvitation(deps, request, token, (invitation) =>
        acceptInvitation(deps, request, invitation, { token, newPassword }),
      )
      return http.toEmptyEnvelope('Password saved successfully!')
    },
  )
}

/**
 * Runs work with the invitation of a token. Throws 404 if it has ended, which counts as a failed sign-in of the client's
 * network, and 429 beyond the limits of sign-ins.
 */
function withInvitation<T>(
  deps: IdentityDeps,
  request: FastifyRequest,
  token: string,
  work: (invitation: Invitation) => Promise<T>,
): Promise<T> {
  const { database, clock } = deps
  const limits = limiting.buildLoginLimits('', request.ip)
  const { networkFailures } = limits
  return queueAttempt(deps, limits, async () => {
    const refusal = await limiting.findLoginRefusal(database, networkFailures, clock())
    if (refusal !== undefined) throw refusal
    const invitation = await findInvitation(database, token, clock())
    if (invitation !== undefined) return work(invitation)
    const isCounted = await limiting.countLoginFailure(database, networkFailures, clock())
    throw isCounted ? http.notFound(ENDED) : limiting.createTooManyError('failed logins')
  })
}

/** Stores the first password that a user has chosen, and ends the user's sessions and tokens as a reset does. */
async function acceptInvitation(
  deps: IdentityDeps,
  request: FastifyRequest,
  { id, userId, owner, emailId }: Invitation,
  { token, newPassword }: AcceptInvitationRequest,
): Promise<void> {
  const texts = [...listContextTexts(deps), owner, emailId]
  const missing = formatFormErrors(isBlank(newPassword) ? ['New Password'] : [], [])
  const error = missing ?? validatePassword(newPassword, userId, texts)
  if (error !== null) throw http.badRequest(error)
  const passwordHash = await deps.passwords.hash(newPassword)
  await withEvents(deps, request, async (trx, recordEvent) => {
    if (!(await takeInvitation(trx, token, deps.clock()))) throw http.notFound(ENDED)
    await replacePassword(trx, { id, userId }, passwordHash, false)
    recordEvent('invitation accepted', { caller: userId })
  })
}
