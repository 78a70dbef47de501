import type { FastifyRequest } from 'fastify'
import { DefinedAlert } from '../../../../schemas/api/alert.ts'
import { ReaderAlert } from '../../../../schemas/api/own-alert.ts'
import type { PageQuery } from '../../../../schemas/api/parameters.ts'
import { EmptyEnvelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { formatReportName } from '../../../report/selection/titles-and-file-names.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import type { ReadCall } from '../../data/reports/read-call.ts'
import { getRights, hasReservedRole, transactAsCaller } from '../../identity/access/authorization.ts'
import { listOpenReports } from '../../identity/access/report-access.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { byId, byPage, forAdministrators, type RouteApp } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import { addStates, describeOwnAlerts } from './describe-alerts.ts'
import { listOwnAlerts, removeOwnAlert, listAlerts } from './own-alerts.ts'

/** Picks a page of what contains the searched text. */
function pick<T>(all: readonly T[], { page, size, search }: PageQuery, getText: (item: T) => string) {
  const text = search.toLowerCase()
  const matching = all.filter((item) => getText(item).toLowerCase().includes(text))
  return { listed: matching.slice(page * size, (page + 1) * size), count: matching.length }
}

/** Serves the alerts of definitions and those that readers have set, for administration, and ends one of a reader. */
export function alertAdministrationRoutes(app: RouteApp, deps: DataDeps & { readonly read: ReadCall }): void {
  const { database, reports } = deps
  const alerts = listAlerts(reports).map((watched) => ({
    id: watched.id,
    key: watched.id,
    title: watched.alert.title,
    report: formatReportName(watched.report, watched.plan),
    watched,
  }))
  const listOfReaders = (db: Connection, request: FastifyRequest) =>
    listOwnAlerts(db, { hasReserved: hasReservedRole(request) })
  app.get(
    '/v1/alerts/defined',
    forAdministrators(
      'listDefinedAlerts',
      'A page of all alerts with their present values, which are hidden from callers who may not open the report',
      listEnvelope(DefinedAlert),
      byPage,
    ),
    async (request) => {
      const open = listOpenReports(reports, getRights(request))
      const { listed, count } = pick(alerts, request.query, ({ title, report }) => `${title}\n${report}`)
      const shown = listed.map(({ watched, ...alert }) => ({
        ...alert,
        watched: open.includes(watched.report) ? watched : null,
      }))
      return http.toListEnvelope(await addStates(deps, shown), count)
    },
  )
  app.get(
    '/v1/alerts/readers',
    forAdministrators(
      'listReaderAlerts',
      'A page of the alerts that readers have set, with present values of reports that the caller may open',
      listEnvelope(ReaderAlert),
      byPage,
    ),
    async (request) => {
      const all = await listOfReaders(database, request)
      const { listed, count } = pick(all, request.query, ({ owner, form }) => `${owner}\n${form.title}`)
      const open = listOpenReports(reports, getRights(request))
      return http.toListEnvelope(await describeOwnAlerts(deps, open, listed), count)
    },
  )
  app.delete(
    '/v1/alerts/readers/:id',
    forAdministrators('endReaderAlert', 'Ends an alert that a reader has set', EmptyEnvelope, byId),
    async (request) => {
      await transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
        const alert = (await listOfReaders(trx, request)).find(({ id }) => id === request.params.id)
        if (alert === undefined) throw http.notFound('There is no such alert.')
        await removeOwnAlert(trx, alert.userId, alert.id)
        recordEvent('alert removed', { user: alert.owner, alert: alert.form.title })
      })
      return http.toEmptyEnvelope('Alert ended successfully!')
    },
  )
}
