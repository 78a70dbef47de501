import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DefinedAlert } from '../../../../schemas/api/alert.ts'
import { PageQuery } from '../../../../schemas/api/parameters.ts'
import { listEnvelope } from '../../../../schemas/api/responses.ts'
import { formatReportName } from '../../../report/selection/titles-and-file-names.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { type ReadCall, readTogether } from '../../data/reports/read-call.ts'
import { listOpenReports } from '../../identity/access/report-access.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { forAdministrators } from '../../platform/http/permission.ts'
import { toListEnvelope } from '../../platform/http/responses.ts'
import { listFiringSince } from './alert-repository.ts'
import { loadSteps } from './evaluator.ts'
import { listAlerts, type WatchedAlert } from './watched-alert.ts'

/** The most values of an alert that are listed; values that meet its condition come first. */
const MAX_VALUES = 5

/** Returns the list of all alerts for administration, also of those that have not fired. */
export function alertOverviewRoutes(deps: DataDeps, read: ReadCall): FastifyPluginAsyncZod {
  const { database, datasets, reports, clock } = deps
  const alerts = listAlerts(reports)
  return async (app) => {
    app.get(
      '/v1/alerts/defined',
      forAdministrators(
        'listDefinedAlerts',
        'A page of all alerts with their present values, which are hidden from callers who may not open the report',
        listEnvelope(DefinedAlert),
        { querystring: PageQuery },
      ),
      async ({ query: { page, size, search }, currentPermissions = [] }) => {
        const open = listOpenReports(reports, currentPermissions)
        const text = search.toLowerCase()
        const matching = alerts.filter(({ alert, report, plan }) =>
          `${alert.title}\n${formatReportName(report, plan)}`.toLowerCase().includes(text),
        )
        const records = await readTogether(database, datasets, async (db) => {
          const firing = await listFiringSince(db)
          const shown: DefinedAlert[] = []
          for (const watched of matching.slice(page * size, (page + 1) * size)) {
            const { id, alert, report, plan } = watched
            const isHidden = !open.has(report.id)
            const present = isHidden ? null : await readPresent(db, read, watched, clock())
            const firingSince = firing.get(id) ?? null
            const titles = { title: alert.title, report: formatReportName(report, plan) }
            shown.push({ id, ...titles, firingSince, isHidden, present })
          }
          return shown
        })
        return toListEnvelope(records, matching.length)
      },
    )
  }
}

/** Reads the values of the latest row of time that an alert watches; null without a record. */
export async function readPresent(db: Connection, read: ReadCall, watched: WatchedAlert, now: Date) {
  const { steps, getUrl } = await loadSteps(db, { read }, watched, { upTo: null, since: '' }, now)
  const last = steps.at(-1)
  if (last === undefined) return null
  const isOfRecords = watched.alert.when.kind === 'missing'
  const cells = last.cells.toSorted((one, other) => Number(other.meetsCondition) - Number(one.meetsCondition))
  const values = cells.slice(0, MAX_VALUES).map(({ subject, text, meetsCondition }) => ({
    subject,
    text: isOfRecords && !meetsCondition ? 'complete' : text,
    meetsCondition,
  }))
  const hiddenValues = cells.length - values.length
  return { label: last.label, values, hiddenValues, url: getUrl(null) }
}
