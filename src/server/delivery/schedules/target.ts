import type { Tile } from '../../../../schemas/api/dashboard.ts'
import type { ScheduledView } from '../../../../schemas/api/schedule.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { getReportRights, mayOpen } from '../../identity/access/report-access.ts'
import type { Schedulable } from '../../../report/model/dashboard-plan.ts'
import { formatReportName } from '../../../report/selection/titles-and-file-names.ts'
import { findPlan, type Report } from '../../../report/model/report-plan.ts'

/** Describes a screen of a report that a mail shows. */
export interface TargetView extends Pick<
  ScheduledView,
  'tab' | 'variant' | 'selectors' | 'period' | 'compare' | 'added'
> {
  readonly report: Report
  /** The id of its type. */
  readonly chart: string | null
  /** The columns that the chart draws, by id; null for those that the report shows at first. */
  readonly series: readonly string[] | null
  /** What the tile of a dashboard shows; null for a report. */
  readonly tile: Pick<Tile, 'kind' | 'column' | 'title'> | null
}

/** Describes what a schedule shows, as it is defined now. */
export interface Target {
  readonly title: string
  /** The title of the dashboard; null for a report. */
  readonly dashboard: string | null
  /** The path of a dashboard; a report is opened as it was found. */
  readonly path: string | null
  /** The rights without which nobody gets it. */
  readonly rights: readonly number[]
  readonly views: readonly TargetView[]
}

/** Finds what a schedule shows; a text says what does not exist any more. */
export function findTarget(view: ScheduledView, { reports, dashboards }: Schedulable): Target | string {
  if (view.kind === 'dashboard') {
    const dashboard = dashboards.find(({ id }) => id === view.id)
    if (dashboard === undefined) return `There is no dashboard '${view.id}'.`
    const { title, permission, tiles } = dashboard
    const views = tiles.flatMap((tile): TargetView[] => {
      const { view: tileView, kind, type, series = null, compare = null } = tile
      const report = reports.find(({ id }) => id === tileView?.report)
      if (tileView === undefined || report === undefined) return []
      const chart = kind === 'chart' ? (type ?? null) : null
      return [{ ...tileView, report, period: tileView.period ?? view.period, compare, chart, series, tile }]
    })
    const rights = [portalPermissions.dashboard.id, ...(permission === null ? [] : [permission])]
    const query = /^\d/.test(view.period) ? `?period=${view.period}` : ''
    return { title, dashboard: title, path: `/dashboard/${dashboard.id}${query}`, rights, views }
  }
  const report = reports.find(({ id }) => id === view.id)
  const plan = report && findPlan(report, view.tab, view.variant)
  if (report === undefined || plan === undefined) return `There is no report '${view.id}' with this tab.`
  const title = formatReportName(report, plan)
  const views = [{ ...view, report, series: null, tile: null }]
  return { title, dashboard: null, path: null, rights: getReportRights(report), views }
}

/** Returns the title of a mail, and the path that it opens. */
export const describeTarget = (
  { title, dashboard, path }: Pick<Target, 'title' | 'dashboard' | 'path'>,
  [first]: readonly { readonly title: string; readonly url: string }[],
): { readonly title: string; readonly path: string } => ({
  title: dashboard ?? first?.title ?? title,
  path: path ?? first?.url ?? '',
})

/** Says that an owner may not open what a schedule shows, and what helps. */
export const describeMissingRight = (
  { owner, role }: { readonly owner: string; readonly role: string },
  { title }: Pick<Target, 'title'>,
): string => `${owner} has no right to ${title}; give it to the role ${role}.`

/** Returns the views of a target that rights open, and all rights that they need. */
export function openTarget({ rights, views }: Target, permissions: Pick<ReadonlySet<number>, 'has'>) {
  if (!rights.every((id) => permissions.has(id))) return null
  const open = views.filter(({ report }) => mayOpen(report, permissions))
  if (open.length === 0) return null
  return { views: open, rights: [...rights, ...open.flatMap(({ report }) => getReportRights(report))] }
}
