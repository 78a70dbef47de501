import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AlertEpisode } from '../../../../schemas/api/alert.ts'
import { listEnvelope } from '../../../../schemas/api/responses.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { listOpenReports } from '../../identity/access/report-access.ts'
import { forEveryone } from '../../platform/http/permission.ts'
import { toListEnvelope } from '../../platform/http/responses.ts'
import { listAlerts } from './evaluator.ts'
import { listEpisodes } from './alert-repository.ts'

/** The alerts that have fired. */
export function alertRoutes({ database, reports, clock }: DataDeps): FastifyPluginAsyncZod {
  const alerts = listAlerts(reports)
  return async (app) => {
    app.get(
      '/v1/alerts',
      forEveryone(
        'listAlerts',
        'The alerts of the reports that the caller may open: those that fire, then those that ended within 30 days',
        listEnvelope(AlertEpisode),
      ),
      async ({ currentPermissions = [] }) => {
        const open = listOpenReports(reports, currentPermissions)
        const shown = alerts.filter(({ report }) => open.has(report.id)).map(({ id }) => id)
        return toListEnvelope(await listEpisodes(database, shown, clock()))
      },
    )
  }
}
