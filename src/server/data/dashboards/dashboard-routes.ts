import { Dashboard, DashboardList, type Tile } from '../../../../schemas/api/dashboard.ts'
import { DashboardParams } from '../../../../schemas/api/parameters.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { DashboardPlan } from '../../../report/model/dashboard-plan.ts'
import type { DataDeps } from '../data-deps.ts'
import { declareCall, type RouteApp } from '../../platform/http/permission.ts'
import { notFound } from '../../platform/http/responses.ts'
import { getRights } from '../../identity/access/authorization.ts'
import { mayOpen } from '../../identity/access/report-access.ts'

export function dashboardRoutes(app: RouteApp, { dashboards, reports }: DataDeps): void {
  const isOpen = ({ view }: Tile, rights: ReadonlySet<number>): boolean =>
    view === undefined || reports.some((report) => report.id === view.report && mayOpen(report, rights))
  app.get(
    '/dashboards',
    declareCall(
      [portalPermissions.dashboard.id],
      'listDashboards',
      'The dashboards that the caller may open',
      DashboardList,
    ),
    async (request) => {
      const rights = getRights(request)
      const allowed = dashboards.filter((dashboard) => isAllowed(dashboard, rights))
      return {
        dashboards: allowed.map(({ id, title, description, tiles }) => ({
          id,
          title,
          description,
          chart: tiles.find((tile) => tile.kind === 'chart' && isOpen(tile, rights)) ?? null,
        })),
      }
    },
  )
  app.get(
    '/dashboards/:id',
    declareCall([portalPermissions.dashboard.id], 'getDashboard', 'One dashboard', Dashboard, {
      params: DashboardParams,
    }),
    async (request) => {
      const rights = getRights(request)
      const dashboard = dashboards.find(({ id }) => id === request.params.id)
      if (dashboard === undefined || !isAllowed(dashboard, rights)) throw notFound('Dashboard not found.')
      const { title, description, renewMinutes, tiles: all } = dashboard
      const tiles = all.filter((tile) => isOpen(tile, rights))
      return { title, description, renewMinutes, tiles, hiddenTiles: all.length - tiles.length }
    },
  )
}

/** Returns true if the right of a dashboard, if it has one of its own, is among those of the caller. */
const isAllowed = ({ permission }: DashboardPlan, rights: ReadonlySet<number>): boolean =>
  permission === null || rights.has(permission)
