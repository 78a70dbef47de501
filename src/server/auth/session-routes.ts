import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { PageQuery } from '../../../schemas/api/parameters.ts'
import { EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { LastSignIn, LastSignInQuery, OpenSession, SessionParams } from '../../../schemas/api/session.ts'
import { type AppDeps, getCurrentUser, transactAsCaller } from '../access/authorization.ts'
import { forAdministrators, forEveryone } from '../access/permission.ts'
import { withSnapshot } from '../database/transaction.ts'
import { notFound, toEmptyEnvelope, toListEnvelope, toPageEnvelope } from '../http/responses.ts'
import { requireChangeableUser } from '../accounts/privilege-escalation.ts'
import {
  computeDaysAgo,
  listLastSignIns,
  deleteSession,
  findOpenSession,
  listSessions,
  type SessionScope,
} from '../accounts/session-list.ts'
import { computeSessionBounds, endUserSessions } from '../accounts/sessions.ts'

const lists = [
  {
    path: '/v1/sessions',
    operations: ['listSessions', 'endSession'],
    owner: 'all users',
    declare: forAdministrators,
    getScope: () => ({ includesReserved: false }),
  },
  {
    path: '/v1/account/sessions',
    operations: ['listOwnSessions', 'endOwnSession'],
    owner: 'the caller',
    declare: forEveryone,
    getScope: (request: FastifyRequest) => ({
      includesReserved: true,
      userId: getCurrentUser(request).userId,
    }),
  },
] as const

/** Who is signed in, who signed in when, and the end of a session by an administrator; the caller's own sessions. */
export function sessionRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database, clock } = deps
  const computeBounds = () => computeSessionBounds(clock(), deps.sessions)
  return async (app) => {
    for (const { path, operations, owner, declare, getScope } of lists) {
      const getOpen = (request: FastifyRequest) => ({ bounds: computeBounds(), ...getScope(request) })
      app.get(
        path,
        declare(
          operations[0],
          `A page of the open sessions of ${owner}, the most recently used first`,
          listEnvelope(OpenSession),
          { querystring: PageQuery },
        ),
        async (request) => listPage(deps, request, request.query, getOpen(request)),
      )
      app.delete(
        `${path}/:id`,
        declare(operations[1], `Ends a session of ${owner}`, EmptyEnvelope, { params: SessionParams }),
        async (request) => {
          await endOneSession(deps, request, request.params.id, getOpen(request))
          return toEmptyEnvelope('Session ended successfully!')
        },
      )
    }
    app.get(
      '/v1/sessions/last-sign-ins',
      forAdministrators(
        'listLastSignIns',
        'A page of the system users with their last sign-in',
        listEnvelope(LastSignIn),
        { querystring: LastSignInQuery },
      ),
      async (request) => {
        const { notSignedInDays, ...page } = request.query
        const notSignedInSince = computeDaysAgo(clock(), notSignedInDays)
        const filter = { ...page, notSignedInSince, includesReserved: false }
        return toPageEnvelope(
          await withSnapshot(database, (db) => listLastSignIns(db, filter, computeBounds())),
        )
      },
    )
    app.delete(
      '/v1/account/sessions/others',
      forEveryone(
        'endOtherSessions',
        'Ends all sessions of the caller but that of the request',
        EmptyEnvelope,
      ),
      async (request) => {
        const { userId, username, sessionId } = getCurrentUser(request)
        await transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
          const sessions = await endUserSessions(trx, userId, sessionId)
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
