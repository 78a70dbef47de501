import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Dashboard, DashboardList, type Tile } from '../../../schemas/api/dashboard.ts'
import { DashboardParams, RecordId } from '../../../schemas/api/parameters.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { DashboardPlan } from '../../definition/dashboards.ts'
import type { StoredPermission } from '../accounts/permissions.ts'
import type { AppDeps } from '../access/authorization.ts'
import { listOpenReports } from '../access/open-reports.ts'
import { withPermission } from '../access/permission.ts'
import type { Connection } from '../database/handle.ts'
import { notFound } from '../http/responses.ts'

/** The list of dashboards, and one of them. */
export function dashboardRoutes({ database, dashboards, reports }: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/dashboards',
      withPermission([portalPermissions.dashboard.id], {
        operationId: 'listDashboards',
        summary: 'The dashboards that the caller may open',
        response: { 200: DashboardList },
      }),
      async ({ currentPermissions = [] }) => {
        const open = listOpenReports(reports, currentPermissions)
        const allowed = dashboards.filter((one) => isAllowed(one, currentPermissions))
        return {
          dashboards: allowed.map(({ id, title, description, tiles }) => ({
            id,
            title,
            description,
            chart: tiles.find((tile) => tile.kind === 'chart' && isOpen(tile, open)) ?? null,
          })),
        }
      },
    )
    app.get(
      '/dashboards/:id',
      withPermission([portalPermissions.dashboard.id], {
        operationId: 'getDashboard',
        summary: 'One dashboard',
        params: DashboardParams,
        response: { 200: Dashboard },
      }),
      async ({ params, currentPermissions = [] }) => {
        const found = dashboards.find(({ id }) => id === params.id)
        if (found !== undefined && isAllowed(found, currentPermissions)) {
          const { title, description, renewMinutes, tiles: all } = found
          const open = listOpenReports(reports, currentPermissions)
          const tiles = all.filter((tile) => isOpen(tile, open))
          return { title, description, renewMinutes, tiles, hiddenTiles: all.length - tiles.length }
        }
        const id = RecordId.safeParse(params.id)
        const stored = id.success ? await findDashboard(database, id.data) : undefined
        if (stored === undefined) throw notFound('Dashboard not found.')
        return stored
      },
    )
  }
}

/** Returns true if the right of a dashboard, if it has one of its own, is among those of the caller. */
const isAllowed = ({ permission }: DashboardPlan, permissions: readonly StoredPermission[]): boolean =>
  permission === null || permissions.some(({ id }) => id === permission)

const isOpen = (tile: Tile, open: ReadonlySet<string>): boolean =>
  tile.view === null || open.has(tile.view.report)

/** Inserts dashboards of a title and a description; their ids are assigned in order. */
export async function insertDashboards(
  db: Connection,
  dashboards: readonly Pick<Dashboard, 'title' | 'description'>[],
): Promise<void> {
  await db
    .insertInto('dashboards')
    .values([...dashboards])
    .execute()
}

/** Finds a stored dashboard by its number. */
async function findDashboard(db: Connection, id: number): Promise<Dashboard | undefined> {
  return db.selectFrom('dashboards').select(['title', 'description']).where('id', '=', id).executeTakeFirst()
}
