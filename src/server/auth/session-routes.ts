import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { PageQuery } from '../../../schemas/api/parameters.ts'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import { EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { LastSignIn, LastSignInQuery, OpenSession, SessionParams } from '../../../schemas/api/session.ts'
import type { AppDeps } from '../app-deps.ts'
import { withSnapshot } from '../database/transaction.ts'
import { getCurrentUser } from '../http/authorization.ts'
import { notFound, toEmptyEnvelope, toListEnvelope } from '../http/responses.ts'
import { requireChangeableUser, transactAsCaller } from '../permissions/privilege-escalation.ts'
import { computeDaysAgo, listLastSignIns } from '../users/last-sign-ins.ts'
import { deleteSession, findOpenSession, listSessions } from './session-list.ts'
import { computeSessionBounds } from './sessions.ts'

const config = { permission: [portalPermissions.roles.id] } as const

/** Who is signed in, who signed in when, and the end of a session by an administrator. */
export function sessionRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database, activity, clock } = deps
  const computeBounds = () => computeSessionBounds(clock(), deps.sessions)
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
      async (request) => {
        const { sessionId } = getCurrentUser(request)
        const scope = { bounds: computeBounds(), includesReserved: false }
        const { records, totalCount } = await withSnapshot(database, (db) =>
          listSessions(db, scope, request.query),
        )
        const sessions = records.map((session) => ({
          ...session,
          lastUsedAt: activity
            .lastUse({ sessionId: session.id, lastUsedAt: new Date(session.lastUsedAt) })
            .toISOString(),
          current: session.id === sessionId,
        }))
        return toListEnvelope(sessions, totalCount)
      },
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
        await endSessionOfUser(deps, request, request.params.id)
        return toEmptyEnvelope('Session ended successfully!')
      },
    )
  }
}

/** Ends a session. Throws 404 if none with this id is open, 403 if its user has rights that the caller lacks. */
async function endSessionOfUser(deps: AppDeps, request: FastifyRequest, id: string): Promise<void> {
  const { clock, sessions } = deps
  await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const session = await findOpenSession(trx, computeSessionBounds(clock(), sessions), id)
    if (session === undefined) throw notFound('There is no such session.')
    await requireChangeableUser(trx, callerPermissions, session.systemUserId)
    await deleteSession(trx, id)
    const { userId: user, signedInAt, lastUsedAt, address, client } = session
    recordEvent('session ended', { user }, { details: { signedInAt, lastUsedAt, address, client } })
  })
}
