import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AlertEpisode, AlertReplay } from '../../../../schemas/api/alert.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { ReplayQuery } from '../../../../schemas/api/requests.ts'
import { listEnvelope } from '../../../../schemas/api/responses.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import type { ReadCall } from '../../data/reports/read-call.ts'
import { getCurrentUser } from '../../identity/access/authorization.ts'
import { listOpenReports } from '../../identity/access/report-access.ts'
import { declareCall, forEveryone } from '../../platform/http/permission.ts'
import { ForbiddenError, toListEnvelope } from '../../platform/http/responses.ts'
import { listAlerts, listOwnAlerts, nameOwnAlert } from './own-alerts.ts'
import { listEpisodes } from './alert-repository.ts'
import { replayAlerts } from './replay.ts'

/** Returns the alerts that have fired, and what those of a report would have done. */
export function alertRoutes({ database, reports, clock }: DataDeps, read: ReadCall): FastifyPluginAsyncZod {
  const alerts = listAlerts(reports)
  return async (app) => {
    app.get(
      '/v1/alerts',
      forEveryone(
        'listAlerts',
        'The alerts of the reports that the caller may open, and its own: those that fire, then those that ended within 30 days',
        listEnvelope(AlertEpisode),
      ),
      async (request) => {
        const open = listOpenReports(reports, request.currentPermissions ?? [])
        const ownAlerts = await listOwnAlerts(database, { user: getCurrentUser(request).userId })
        const ids = [
          ...alerts.filter(({ report }) => open.has(report.id)).map(({ id }) => id),
          ...ownAlerts.filter(({ form }) => open.has(form.report)).map(({ id }) => nameOwnAlert(id)),
        ]
        return toListEnvelope(await listEpisodes(database, ids, clock()))
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
      async ({ query: { report, weeks }, currentPermissions = [] }) => {
        if (!listOpenReports(reports, currentPermissions).has(report)) {
          throw new ForbiddenError('You do not have the right to do this.')
        }
        const own = alerts.filter((alert) => alert.report.id === report)
        return toListEnvelope(await replayAlerts(database, read, own, weeks, clock()))
      },
    )
  }
}
