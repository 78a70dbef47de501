import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Coverage } from '../../../../schemas/api/coverage.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { CoverageQuery } from '../../../../schemas/api/requests.ts'
import { envelope } from '../../../../schemas/api/responses.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { declareCall } from '../../platform/http/permission.ts'
import { toRecordEnvelope } from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { findCoveredScreens, readCoverage, requireScreen } from './coverage.ts'
import { readTogether, startReads } from './read-call.ts'

/** Returns the call that says what the records of a report cover, for everyone who may open the report. */
export function coverageRoutes(deps: DataDeps): FastifyPluginAsyncZod {
  const screens = findCoveredScreens(deps.reports, deps.datasets)
  return async (app) => {
    app.get(
      '/v1/coverage',
      declareCall(
        [portalPermissions.reports.id],
        'getCoverage',
        'The years and the last day of the records of a report, and when they changed last',
        envelope(Coverage),
        { querystring: CoverageQuery },
      ),
      async (request, reply) => {
        const screen = requireScreen(screens, request.query.screen, request.currentPermissions)
        const reads = startReads(deps, request, reply)
        const read = (db: Connection) => readCoverage({ db, reads }, screen)
        return toRecordEnvelope(await readTogether(deps.database, screen.datasets, read))
      },
    )
  }
}
