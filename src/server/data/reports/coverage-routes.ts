import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Coverage } from '../../../../schemas/api/coverage.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { CoverageQuery } from '../../../../schemas/api/requests.ts'
import { envelope } from '../../../../schemas/api/responses.ts'
import { declareCall } from '../../platform/http/permission.ts'
import { ForbiddenError, notFound, toRecordEnvelope } from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { findCoveredScreens, readCoverage } from './coverage.ts'
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
        const screen = screens.get(request.query.screen)
        if (screen === undefined) throw notFound('There is no such report.')
        const { permission, datasets } = screen
        if (request.currentPermissions?.some(({ id }) => id === permission) !== true)
          throw new ForbiddenError('You do not have the right to do this.')
        const reads = startReads(deps, request, reply)
        return toRecordEnvelope(
          await readTogether(deps.database, datasets, (db) => readCoverage({ db, reads }, screen)),
        )
      },
    )
  }
}
