import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Dashboard } from '../../../schemas/api/responses.ts'
import { DashboardParams, RecordId } from '../../../schemas/api/parameters.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { withPermission } from '../access/permission.ts'
import { notFound } from '../http/responses.ts'
import type { AppDeps } from '../access/authorization.ts'
import type { Connection } from '../database/handle.ts'

/** One dashboard. */
export function dashboardRoutes({ database }: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/dashboards/:id',
      withPermission([portalPermissions.dashboard.id], {
        operationId: 'getDashboard',
        summary: 'One dashboard',
        params: DashboardParams,
        response: { 200: Dashboard },
      }),
      async (request) => {
        const id = RecordId.safeParse(request.params.id)
        const dashboard = id.success ? await findDashboard(database, id.data) : undefined
        if (dashboard === undefined) throw notFound('Dashboard not found.')
        return dashboard
      },
    )
  }
}

/** Inserts dashboards; their ids are assigned in order. */
export async function insertDashboards(db: Connection, dashboards: readonly Dashboard[]): Promise<void> {
  await db
    .insertInto('dashboards')
    .values([...dashboards])
    .execute()
}

/** Finds a dashboard by its id. */
async function findDashboard(db: Connection, id: number): Promise<Dashboard | undefined> {
  return db.selectFrom('dashboards').select(['title', 'description']).where('id', '=', id).executeTakeFirst()
}
