import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { DashboardResponse } from '../../../schemas/api/auth.ts'
import { boundedText } from '../../../schemas/api/text.ts'
import { RecordId } from '../../../schemas/api/parameters.ts'
import { notFound } from '../http/api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { DASHBOARD } from '../permissions/permission.ts'
import { findDashboard } from './repository.ts'

const DashboardPath = z.strictObject({ id: boundedText(100) })

/** One dashboard. */
export function dashboardRoutes({ database }: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/dashboards/:id',
      {
        config: { permission: [DASHBOARD] },
        schema: {
          operationId: 'getDashboard',
          summary: 'One dashboard',
          params: DashboardPath,
          response: { 200: DashboardResponse },
        },
      },
      async (request) => {
        const id = RecordId.safeParse(request.params.id)
        const dashboard = id.success ? await findDashboard(database, id.data) : undefined
        if (dashboard === undefined) throw notFound('Dashboard not found.')
        return dashboard
      },
    )
  }
}
