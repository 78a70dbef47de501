import { z } from 'zod'
import { Coverage } from '../../../../schemas/api/coverage.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { CoverageQuery, DaysQuery } from '../../../../schemas/api/requests.ts'
import { envelope } from '../../../../schemas/api/responses.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { declareCall, type RouteApp } from '../../platform/http/permission.ts'
import { toRecordEnvelope } from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { findCoveredScreens, readCoverage, requireScreen } from './coverage.ts'
import { answerCall, type ReadCall, readTogether, startReads } from './read-call.ts'
import { getRights } from '../../identity/access/authorization.ts'

/** Serves the calls that name a screen of a report, for everyone who may open the report. */
export function screenRoutes(app: RouteApp, deps: DataDeps, readCall: ReadCall): void {
  const screens = findCoveredScreens(deps.reports, deps.datasets)
  const access = [portalPermissions.reports.id] as const
  app.get(
    '/v1/coverage',
    declareCall(
      access,
      'getCoverage',
      'The years and the last day of the records of a report, and when they changed last',
      envelope(Coverage),
      { querystring: CoverageQuery },
    ),
    async (request, reply) => {
      const screen = requireScreen(screens, request.query.screen, getRights(request))
      const reads = startReads(deps, request, reply)
      const read = (db: Connection) => readCoverage({ db, reads }, screen)
      return toRecordEnvelope(await readTogether(deps.database, screen.datasets, read))
    },
  )
  app.get(
    '/v1/days',
    declareCall(
      access,
      'listDays',
      'The records of a report from one day to another, as its own call lists those of a period',
      z.looseObject({ success: z.literal(true) }),
      { querystring: DaysQuery },
    ),
    async (request, reply) => {
      const { datasets } = requireScreen(screens, request.query.screen, getRights(request))
      return answerCall(deps, readCall, datasets, request, reply) as never
    },
  )
}
