import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { PageQuery } from '../../../../schemas/api/parameters.ts'
import { EndOthersQuery } from '../../../../schemas/api/requests.ts'
import { EmptyEnvelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { LastSignIn, LastSignInQuery, OpenSession, SessionParams } from '../../../../schemas/api/session.ts'
import {
  getCurrentUser,
  hasReservedRole,
  type IdentityDeps,
  transactAsCaller,
} from '../access/authorization.ts'
import { byPage, forAdministrators, forEveryone, type RouteApp } from '../../platform/http/permission.ts'
import { requireChangeableUser } from '../accounts/privilege-escalation.ts'
import * as sessions from '../accounts/session-list.ts'
import { computeSessionBounds } from '../accounts/sessions.ts'
import type { RecordEvent } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { notFound, toEmptyEnvelope, toListEnvelope, toPageEnvelope } from '../../platform/http/responses.ts'
import { endOtherAccess } from './other-access.ts'
import type { Page } from '../../platform/database/batches.ts'

/** Sessions or tokens of users, which their users and administrators see and end. */
interface Revocable<Params, Row, Id> {
  readonly noun: 'session' | 'token'
  /** The paths of the list of the caller and of that of all users, in the order of their registration. */
  readonly paths: readonly (readonly [owner: 'the caller' | 'all users', path: string])[]
  /** What the list shows, and in which order. */
  readonly title: readonly [what: string, order: string]
  readonly record: z.core.$ZodType
  readonly params: Params
  /** Without a user, the scope is all users whom administration shows. */
  readonly list: (request: FastifyRequest, query: PageQuery, userId?: number) => Promise<Page<unknown>>
  readonly find: (trx: Connection, id: Id, userId?: number) => Promise<Row | undefined>
  readonly end: (trx: Connection, id: Id, row: Row, recordEvent: RecordEvent) => Promise<void>
}

/** Adds the routes of the two lists, and of the end of an entry: 403 for a token of a user with rights that the caller lacks. */
export function revocableRoutes<Params, Row extends { readonly systemUserId: number }, Id>(
  app: RouteApp,
  deps: IdentityDeps,
  { noun, paths, title: [what, order], record, params, list, find, end }: Revocable<Params, Row, Id>,
): void {
  const Noun = noun === 'session' ? 'Session' : 'Token'
  for (const [owner, path] of paths) {
    const [declare, prefix] = owner === 'the caller' ? [forEveryone, 'Own'] : [forAdministrators, '']
    const getScope = (request: FastifyRequest) => (prefix === '' ? [] : [getCurrentUser(request).userId])
    app.get(
      path,
      declare(
        `list${prefix}${Noun}s`,
        `A page of the ${what} of ${owner}, ${order}`,
        listEnvelope(record),
        byPage,
      ),
      async (request) => toPageEnvelope(await list(request, request.query, ...getScope(request))),
    )
    app.delete(
      `${path}/:id`,
      declare(`end${prefix}${Noun}`, `Ends a ${noun} of ${owner}`, EmptyEnvelope, { params }),
      async (request) => {
        const { id } = request.params as { readonly id: Id }
        await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
          const row = await find(trx, id, ...getScope(request))
          if (row === undefined) throw notFound(`There is no such ${noun}.`)
          // Whoever ends a session gains nothing by it.
          if (prefix === '' && noun === 'token')
            await requireChangeableUser(trx, permissions, row.systemUserId)
          await end(trx, id, row, recordEvent)
        })
        return toEmptyEnvelope(`${Noun} ended successfully!`)
      },
    )
  }
}

/** Serves the sessions of all and of the caller, last sign-ins, and the end of a session. */
export function sessionRoutes(app: RouteApp, deps: IdentityDeps): void {
  const { database, clock, activity } = deps
  const computeBounds = () => computeSessionBounds(clock(), deps.sessions)
  const getScope = (userId?: number) => ({ bounds: computeBounds(), userId })
  revocableRoutes(app, deps, {
    noun: 'session',
    paths: [
      ['all users', '/v1/sessions'],
      ['the caller', '/v1/account/sessions'],
    ],
    title: ['open sessions', 'the most recently used first'],
    record: OpenSession,
    params: SessionParams,
    list: async (request, query, userId) => {
      const page = await withSnapshot(database, (db) => sessions.listSessions(db, getScope(userId), query))
      const records = page.records.map((session) => ({
        ...session,
        lastUsedAt: activity.lastUse(session.id, new Date(session.lastUsedAt)).toISOString(),
        current: session.id === getCurrentUser(request).sessionId,
      }))
      return { ...page, records }
    },
    find: (trx, id: string, userId) => sessions.findOpenSession(trx, getScope(userId), id),
    end: async (trx, id, session, recordEvent) => {
      await sessions.deleteSession(trx, id)
      const { userId: user, signedInAt, lastUsedAt, address, client } = session
      recordEvent('session ended', { user }, { details: { signedInAt, lastUsedAt, address, client } })
    },
  })
  app.get(
    '/v1/sessions/last-sign-ins',
    forAdministrators(
      'listLastSignIns',
      'A page of the system users with their last sign-in, second factor and kind of sign-in',
      listEnvelope(LastSignIn),
      { querystring: LastSignInQuery },
    ),
    async (request) => {
      const { query } = request
      // Those of role 1 do not exist for others.
      if (query.reserved === 'true' && !hasReservedRole(request)) return toListEnvelope([])
      const read = (db: Connection) => sessions.listLastSignIns(db, query, computeBounds())
      return toPageEnvelope(await withSnapshot(database, read))
    },
  )
  app.delete(
    '/v1/account/sessions/others',
    forEveryone(
      'endOtherSessions',
      'Ends all sessions of the caller but that of the request, and the tokens of the caller',
      EmptyEnvelope,
      { querystring: EndOthersQuery },
    ),
    async (request) => {
      const { username } = getCurrentUser(request)
      const keepsTokens = request.query.keepTokens === 'true'
      await transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
        const ended = await endOtherAccess(trx, request, keepsTokens, recordEvent)
        recordEvent('session ended', { user: username }, { details: { sessions: ended } })
      })
      return toEmptyEnvelope('Other sessions ended successfully!')
    },
  )
}
