import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ReaderAlert } from '../../../../schemas/api/own-alert.ts'
import { IdParams, PageQuery } from '../../../../schemas/api/parameters.ts'
import { EmptyEnvelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import type { ReadCall } from '../../data/reports/read-call.ts'
import { getCurrentUser, transactAsCaller } from '../../identity/access/authorization.ts'
import { listOpenReports } from '../../identity/access/report-access.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { forAdministrators } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import { describeOwnAlerts } from './describe-own-alerts.ts'
import { listReaderAlerts, removeOwnAlert } from './own-alerts.ts'

/** Lists the alerts that readers have set, for administration, and ends one. */
export function readerAlertRoutes(deps: DataDeps, read: ReadCall): FastifyPluginAsyncZod {
  const { database, reports } = deps
  const list = (db: Connection, request: FastifyRequest) =>
    listReaderAlerts(db, getCurrentUser(request).roleId === SUPER_ROLE)
  return async (app) => {
    app.get(
      '/v1/alerts/readers',
      forAdministrators(
        'listReaderAlerts',
        'A page of the alerts that readers have set, with present values of reports that the caller may open',
        listEnvelope(ReaderAlert),
        { querystring: PageQuery },
      ),
      async (request) => {
        const { page, size, search } = request.query
        const text = search.toLowerCase()
        const matching = (await list(database, request)).filter(({ owner, form }) =>
          `${owner}\n${form.title}`.toLowerCase().includes(text),
        )
        const shown = matching.slice(page * size, (page + 1) * size)
        const ids = listOpenReports(reports, request.currentPermissions ?? [])
        const open = reports.filter(({ id }) => ids.has(id))
        const described = await describeOwnAlerts(deps, read, open, shown)
        const records = described.map((alert, index) => ({ ...alert, owner: shown[index]?.owner ?? '' }))
        return http.toListEnvelope(records, matching.length)
      },
    )
    app.delete(
      '/v1/alerts/readers/:id',
      forAdministrators('endReaderAlert', 'Ends an alert that a reader has set', EmptyEnvelope, {
        params: IdParams,
      }),
      async (request) => {
        await transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
          const alert = (await list(trx, request)).find(({ id }) => id === request.params.id)
          if (alert === undefined) throw http.notFound('There is no such alert.')
          await removeOwnAlert(trx, alert.userId, alert.id)
          recordEvent('alert removed', { user: alert.owner, alert: alert.form.title })
        })
        return http.toEmptyEnvelope('Alert ended successfully!')
      },
    )
  }
}
