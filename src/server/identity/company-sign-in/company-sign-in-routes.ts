import type { FastifyRequest } from 'fastify'
import { CompanySession, CompanySignInStart } from '../../../../schemas/api/auth.ts'
import { CompanySignInRequest, CompanySignInStartRequest } from '../../../../schemas/api/requests.ts'
import type { IdentityDeps } from '../access/authorization.ts'
import { declareCall, type RouteApp } from '../../platform/http/permission.ts'
import { hashToken } from '../accounts/sessions.ts'
import { withEvents } from '../../platform/history/request-events.ts'
import { openAccountSession } from '../sign-in/login.ts'
import { buildLoginLimits, countLoginFailure, findLoginRefusal } from '../sign-in/login-limits.ts'
import { ApiError, badRequest, ForbiddenError } from '../../platform/http/responses.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import { admit } from './admission.ts'
import { type CompanySignIn, explainFailure } from './provider.ts'
import { beginAttempt, findAttempt, removeAttempt } from './sign-in-attempt.ts'

const config = { permission: 'public', requiresDiskSpace: false } as const

/** Serves the sign-in at an OpenID Connect provider. */
export function oidcRoutes(app: RouteApp, deps: IdentityDeps, provider: CompanySignIn): void {
  app.post(
    '/auth/oidc/start',
    declareCall(
      config,
      'startCompanySignIn',
      "Begins a company sign-in and returns the address of the provider's page",
      CompanySignInStart,
      { body: CompanySignInStartRequest },
    ),
    async (request, reply) => {
      const redirectUri = `${getOrigin(request)}${request.body.page}`
      const { attempt, cookie } = beginAttempt(provider.settings, redirectUri, deps.clock())
      const url = await ask(request, () => provider.begin(attempt))
      void reply.header('set-cookie', cookie)
      return { url }
    },
  )
  app.post(
    '/auth/oidc/session',
    declareCall(
      config,
      'completeCompanySignIn',
      "Opens a session with the provider's answer",
      CompanySession,
      { body: CompanySignInRequest },
    ),
    async (request, reply) => {
      void reply.header('set-cookie', removeAttempt(getOrigin(request)))
      return signIn(deps, provider, request, request.body.answer)
    },
  )
}

/** Returns the origin of the page that sends the request; a browser lets no page choose it. */
function getOrigin({ headers: { origin = '' } }: FastifyRequest): string {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
    throw badRequest('The header Origin must be that of the sign-in page.')
  return origin
}

const FAILURES = {
  cancelled: [400, 'The company sign-in was cancelled.'],
  rejected: [
    400,
    'The company sign-in failed. Please try again, and tell the administrator if it fails again.',
  ],
  unavailable: [
    503,
    'The company sign-in cannot be reached at the moment. Please try again later, or use a password if you have one.',
  ],
} as const

/** Asks the provider. Logs why it failed and throws what the person can read. */
async function ask<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { kind, reason } = explainFailure(error)
    request.log.warn({ reason }, `company sign-in ${kind}`)
    const [status, message] = FAILURES[kind]
    throw new ApiError(status, message)
  }
}

/**
 * Opens a session for the person that the provider names. An attempt is used once, in the browser that began it. Failures
 * of an attempt count in the network's login limits; answers without one do not, because anybody can send them. Throws
 * 400, 403 with whom to ask, 429 beyond the limits, 503.
 */
async function signIn(deps: IdentityDeps, provider: CompanySignIn, request: FastifyRequest, answer: string) {
  const { database, clock, deferredEvents } = deps
  const { networkFailures } = buildLoginLimits('', request.ip)
  const refusal = await findLoginRefusal(database, networkFailures, clock())
  if (refusal !== undefined) {
    deferredEvents.recordFailure(request, 'sign-in refused', null)
    throw refusal
  }
  const page = { cookie: request.headers.cookie, origin: getOrigin(request) }
  const attempt = findAttempt(provider.settings, page, answer, clock())
  const used = { key: JSON.stringify(['attempt', hashToken(attempt?.state ?? '')]), limit: 1 }
  if (attempt === undefined || !(await countLoginFailure(database, [used], clock()))) {
    deferredEvents.recordFailure(request, 'sign-in failed', null)
    throw badRequest(
      'This sign-in was begun in another window, took too long or was used before. Please try again.',
    )
  }
  try {
    const identity = await ask(request, () => provider.complete(attempt, answer))
    return await withEvents(deps, request, async (trx, recordEvent) => {
      const now = clock()
      const account = await admit(trx, provider.settings, identity, now, recordEvent)
      const limits = buildLoginLimits(normalizeName(account.userId), request.ip)
      const surplus = await findLoginRefusal(trx, limits.successes, now)
      if (surplus !== undefined) throw surplus
      const session = await openAccountSession(deps, trx, request, account, limits, recordEvent)
      return { ...session, role: account.roleName, username: account.userId }
    }).catch((error: unknown) => {
      const { subject, groups } = identity
      if (error instanceof ForbiddenError)
        request.log.warn({ subject, groups, reason: error.message }, 'company sign-in refused')
      throw error
    })
  } catch (error) {
    if (error instanceof ApiError && error.status < 429) {
      deferredEvents.recordFailure(request, 'sign-in failed', null)
      await countLoginFailure(database, networkFailures, clock())
    }
    throw error
  }
}
