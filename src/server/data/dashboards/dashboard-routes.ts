import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Dashboard, DashboardList, type Tile } from '../../../../schemas/api/dashboard.ts'
import { DashboardParams } from '../../../../schemas/api/parameters.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { DashboardPlan } from '../../../report/model/dashboard-plan.ts'
import type { StoredPermission } from '../../identity/accounts/permissions.ts'
import type { DataDeps } from '../data-deps.ts'
import { listOpenReports } from '../../identity/access/report-access.ts'
import { declareCall } from '../../platform/http/permission.ts'
import { notFound } from '../../platform/http/responses.ts'

export function dashboardRoutes({ dashboards, reports }: DataDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/dashboards',
      declareCall(
        [portalPermissions.dashboard.id],
        'listDashboards',
        'The dashboards that the caller may open',
        DashboardList,
      ),
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
      declareCall([portalPermissions.dashboard.id], 'getDashboard', 'One dashboard', Dashboard, {
        params: DashboardParams,
      }),
      async ({ params, currentPermissions = [] }) => {
        const dashboard = dashboards.find(({ id }) => id === params.id)
        if (dashboard === undefined || !isAllowed(dashboard, currentPermissions)) {
          throw notFound('Dashboard not found.')
        }
        const { title, description, renewMinutes, tiles: all } = dashboard
        const open = listOpenReports(reports, currentPermissions)
        const tiles = all.filter((tile) => isOpen(tile, open))
        return { title, description, renewMinutes, tiles, hiddenTiles: all.length - tiles.length }
      },
    )
  }
}

/** Returns true if the right of a dashboard, if it has one of its own, is among those of the caller. */
const isAllowed = ({ permission }: DashboardPlan, permissions: readonly StoredPermission[]): boolean =>
  permission === null || permissions.some(({ id }) => id === permission)

const isOpen = (tile: Tile, open: ReadonlySet<string>): boolean =>
  tile.view === undefined || open.has(tile.view.report)
