import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { PageQuery } from '../../../schemas/api/parameters.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { LastSignIn, LastSignInQuery, OpenSession, SessionParams } from '../../../schemas/api/session.ts'
import type { AppDeps } from '../app-deps.ts'
import { withSnapshot } from '../database/transaction.ts'
import { getCurrentUser, transactAsCaller } from '../access/authorization.ts'
import { notFound, toEmptyEnvelope, toListEnvelope } from '../http/responses.ts'
import { requireChangeableUser } from '../accounts/privilege-escalation.ts'
import { computeDaysAgo, listLastSignIns } from '../accounts/last-sign-ins.ts'
import { deleteSession, findOpenSession, listSessions, type SessionScope } from '../accounts/session-list.ts'
import { computeSessionBounds, endOtherSessions } from '../accounts/sessions.ts'

const config = { permission: [portalPermissions.roles.id] } as const
const own = { permission: 'session' } as const

/** Who is signed in, who signed in when, and the end of a session by an administrator; the caller's own sessions. */
export function sessionRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database, clock } = deps
  const computeBounds = () => computeSessionBounds(clock(), deps.sessions)
  const getScope = (): SessionScope => ({ bounds: computeBounds(), includesReserved: false })
  const getOwnScope = (request: FastifyRequest): SessionScope => ({
    bounds: computeBounds(),
    includesReserved: true,
    userId: getCurrentUser(request).userId,
  })
  return async (app) => {
    app.get(
      '/v1/sessions',
      {
        config,
        schema: {
          operationId: 'listSessions',
          summary: 'A page of the open sessions, the most recently used first',
          querystring: PageQuery,
          response: { 200: listEnvelope(OpenSession) },
        },
      },
      async (request) => listPage(deps, request, request.query, getScope()),
    )
    app.get(
      '/v1/sessions/last-sign-ins',
      {
        config,
        schema: {
          operationId: 'listLastSignIns',
          summary: 'A page of the system users with their last sign-in',
          querystring: LastSignInQuery,
          response: { 200: listEnvelope(LastSignIn) },
        },
      },
      async (request) => {
        const { notSignedInDays, ...page } = request.query
        const notSignedInSince = computeDaysAgo(clock(), notSignedInDays)
        const { records, totalCount } = await withSnapshot(database, (db) =>
          listLastSignIns(db, { ...page, notSignedInSince, includesReserved: false }, computeBounds()),
        )
        return toListEnvelope(records, totalCount)
      },
    )
    app.delete(
      '/v1/sessions/:id',
      {
        config,
        schema: {
          operationId: 'endSession',
          summary: 'Ends a session of a user',
          params: SessionParams,
          response: { 200: EmptyEnvelope },
        },
      },
      async (request) => {
        await endOneSession(deps, request, request.params.id, getScope())
        return toEmptyEnvelope('Session ended successfully!')
      },
    )
    app.get(
      '/v1/account/sessions',
      {
        config: own,
        schema: {
          operationId: 'listOwnSessions',
          summary: "A page of the caller's open sessions, the most recently used first",
          querystring: PageQuery,
          response: { 200: listEnvelope(OpenSession) },
        },
      },
      async (request) => listPage(deps, request, request.query, getOwnScope(request)),
    )
    app.delete(
      '/v1/account/sessions/:id',
      {
        config: own,
        schema: {
          operationId: 'endOwnSession',
          summary: 'Ends a session of the caller',
          params: SessionParams,
          response: { 200: EmptyEnvelope },
        },
      },
      async (request) => {
        await endOneSession(deps, request, request.params.id, getOwnScope(request))
        return toEmptyEnvelope('Session ended successfully!')
      },
    )
    app.delete(
      '/v1/account/sessions/others',
      {
        config: own,
        schema: {
          operationId: 'endOtherSessions',
          summary: 'Ends all sessions of the caller but that of the request',
          response: { 200: EmptyEnvelope },
        },
      },
      async (request) => {
        const { userId, username, sessionId } = getCurrentUser(request)
        await transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
          const sessions = await endOtherSessions(trx, userId, sessionId)
          recordEvent('session ended', { user: username }, { details: { sessions } })
        })
        return toEmptyEnvelope('Other sessions ended successfully!')
      },
    )
  }
}

/** Reads a page of open sessions. */
async function listPage(
  { database, activity }: AppDeps,
  request: FastifyRequest,
  query: PageQuery,
  scope: SessionScope,
) {
  const { sessionId } = getCurrentUser(request)
  const { records, totalCount } = await withSnapshot(database, (db) => listSessions(db, scope, query))
  const sessions = records.map((session) => ({
    ...session,
    lastUsedAt: activity
      .lastUse({ sessionId: session.id, lastUsedAt: new Date(session.lastUsedAt) })
      .toISOString(),
    current: session.id === sessionId,
  }))
  return toListEnvelope(sessions, totalCount)
}

/**
 * Ends a session. Throws 404 if none with this id is open in the scope, 403 if its user has rights that the caller lacks.
 */
async function endOneSession(
  deps: AppDeps,
  request: FastifyRequest,
  id: string,
  scope: SessionScope,
): Promise<void> {
  await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const session = await findOpenSession(trx, scope, id)
    if (session === undefined) throw notFound('There is no such session.')
    if (scope.userId === undefined) {
      await requireChangeableUser(trx, callerPermissions, session.systemUserId)
    }
    await deleteSession(trx, id)
    const { userId: user, signedInAt, lastUsedAt, address, client } = session
    recordEvent('session ended', { user }, { details: { signedInAt, lastUsedAt, address, client } })
  })
}
