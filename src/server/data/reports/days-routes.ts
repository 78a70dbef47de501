import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { DaysQuery } from '../../../../schemas/api/requests.ts'
import { declareCall } from '../../platform/http/permission.ts'
import type { DataDeps } from '../data-deps.ts'
import { findCoveredScreens, requireScreen } from './coverage.ts'
import { type ReadCall, readTogether, startReads } from './read-call.ts'
import { JSON_TYPE } from './response-cache.ts'

/** Adds the call that lists the records of a report in days of one's own, for everyone who may open the report. */
export function daysRoutes(deps: DataDeps, read: ReadCall): FastifyPluginAsyncZod {
  const screens = findCoveredScreens(deps.reports, deps.datasets)
  return async (app) => {
    app.get(
      '/v1/days',
      declareCall(
        [portalPermissions.reports.id],
        'listDays',
        'The records of a report from one day to another, as its own call lists those of a period',
        z.looseObject({ success: z.literal(true) }),
        { querystring: DaysQuery },
      ),
      async (request, reply) => {
        const { query } = request
        const { datasets } = requireScreen(screens, query.screen, request.currentPermissions)
        const call = `/v1/days?${new URLSearchParams(query).toString()}`
        const reads = startReads(deps, request, reply)
        const text = await readTogether(deps.database, datasets, (db) => read(db, call, reads))
        return reply.type(JSON_TYPE).send(text as never)
      },
    )
  }
}
