import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { AlertEpisode, AlertReplay } from '../../../../schemas/api/alert.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { ReplayQuery } from '../../../../schemas/api/requests.ts'
import { listEnvelope, EmptyEnvelope, envelope } from '../../../../schemas/api/responses.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { type ReadCall, readTogether } from '../../data/reports/read-call.ts'
import { getCurrentUser, getRights, transactAsOwner } from '../../identity/access/authorization.ts'
import { listOpenReports } from '../../identity/access/report-access.ts'
import { byId, created, declareCall, forEveryone, type RouteApp } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import * as stored from './own-alerts.ts'
import { listEpisodes } from './alert-repository.ts'
import { replayAlerts, replayAlert } from './replay.ts'
import {
  CreateOwnAlertRequest,
  MAX_OWN_ALERTS,
  OwnAlert,
  type OwnAlertForm,
} from '../../../../schemas/api/own-alert.ts'
import { describeOwnAlerts } from './describe-alerts.ts'

/** For how many weeks an own alert is replayed. */
const WEEKS = 12

/** Returns true for two alerts that wait for the same, however they are called and sent. */
const watchesSame = (one: OwnAlertForm, other: OwnAlertForm): boolean =>
  isDeepStrictEqual({ ...one, title: '', mail: true }, { ...other, title: '', mail: true })

/** Serves the alerts that have fired, what those of a report would have done, and those that callers set for themselves. */
export function alertRoutes(app: RouteApp, deps: DataDeps, read: ReadCall): void {
  const { database, reports, clock } = deps
  const alerts = stored.listAlerts(reports)
  const listOpen = (request: FastifyRequest) => listOpenReports(reports, getRights(request))
  app.get(
    '/v1/alerts',
    forEveryone(
      'listAlerts',
      'The alerts of the reports that the caller may open, and its own: those that fire, then those that ended within 30 days',
      listEnvelope(AlertEpisode),
    ),
    async (request) => {
      const open = new Set(listOpen(request).map(({ id }) => id))
      const ownAlerts = await stored.listOwnAlerts(database, { user: getCurrentUser(request).userId })
      const ids = [
        ...alerts.filter(({ report }) => open.has(report.id)).map(({ id }) => id),
        ...ownAlerts.filter(({ form }) => open.has(form.report)).map(({ id }) => stored.nameOwnAlert(id)),
      ]
      return http.toListEnvelope(await listEpisodes(database, ids, clock()))
    },
  )
  app.get(
    '/v1/alerts/replay',
    declareCall(
      [portalPermissions.reports.id],
      'replayAlerts',
      'How often each alert of a report would have fired over some weeks, and when',
      listEnvelope(AlertReplay),
      { querystring: ReplayQuery },
    ),
    async (request) => {
      const { report, weeks } = request.query
      if (listOpen(request).every(({ id }) => id !== report)) throw new http.ForbiddenError()
      const ofReport = alerts.filter((alert) => alert.report.id === report)
      return http.toListEnvelope(await replayAlerts(database, read, ofReport, weeks, clock()))
    },
  )
  ownAlertRoutes(app, deps, read)
}

/** Serves the alerts that callers set for themselves. */
function ownAlertRoutes(app: RouteApp, deps: DataDeps, read: ReadCall): void {
  const { database, datasets, reports, clock } = deps
  const listOpen = (request: FastifyRequest) => listOpenReports(reports, getRights(request))
  /** Builds what a form watches. Throws 400 unless the caller may open it. */
  const requireWatched = (request: FastifyRequest, form: OwnAlertForm) => {
    const watched = stored.watchOwnAlert(listOpen(request), { id: 0, userId: 0, form })
    if (watched === null) throw http.badRequest('No report that you may open has this column to watch.')
    return watched
  }
  app.get(
    '/v1/alerts/own',
    forEveryone(
      'listOwnAlerts',
      "The caller's own alerts with their present values; none of a report that the caller may not open",
      listEnvelope(OwnAlert),
    ),
    async (request) => {
      const ownAlerts = await stored.listOwnAlerts(database, { user: getCurrentUser(request).userId })
      const records = await describeOwnAlerts({ ...deps, read }, listOpen(request), ownAlerts)
      return http.toListEnvelope(records)
    },
  )
  app.post(
    '/v1/alerts/own',
    forEveryone('createOwnAlert', 'Sets an alert for the caller', created(EmptyEnvelope), {
      body: CreateOwnAlertRequest,
    }),
    async (request, reply) => {
      requireWatched(request, request.body)
      await transactAsOwner(deps, request, async (trx, user) => {
        const { id: _, ...form } = request.body
        const existing = await stored.listOwnAlerts(trx, { user })
        const same = existing.find((alert) => watchesSame(alert.form, form))
        if (same !== undefined) throw http.conflict(`Your alert "${same.form.title}" already waits for this.`)
        if (existing.length >= MAX_OWN_ALERTS)
          throw http.conflict(`You have ${MAX_OWN_ALERTS} alerts. End one of them first.`)
        await stored.insertOwnAlert(trx, user, form)
      })
      return reply.code(201).send(http.toEmptyEnvelope('Alert set successfully!'))
    },
  )
  app.post(
    '/v1/alerts/own/replay',
    forEveryone(
      'replayOwnAlert',
      `How often an alert would have fired in the last ${WEEKS} weeks, and when`,
      envelope(AlertReplay),
      { body: CreateOwnAlertRequest },
    ),
    async (request) => {
      const watched = requireWatched(request, request.body)
      const replay = await readTogether(database, datasets, (db) =>
        replayAlert(db, read, watched, WEEKS, clock()),
      )
      return http.toRecordEnvelope(replay, '')
    },
  )
  app.delete(
    '/v1/alerts/own/:id',
    forEveryone('deleteOwnAlert', "Ends one of the caller's own alerts", EmptyEnvelope, byId),
    async (request) => {
      const isRemoved = await transactAsOwner(deps, request, (trx, user) =>
        stored.removeOwnAlert(trx, user, request.params.id),
      )
      if (!isRemoved) throw http.notFound('There is no such alert.')
      return http.toEmptyEnvelope('Alert ended successfully!')
    },
  )
}
