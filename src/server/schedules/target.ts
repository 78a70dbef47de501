import type { ScheduledView } from '../../../schemas/api/schedule.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { DashboardPlan } from '../../definition/dashboards.ts'
import { formatScreenName } from '../../report/labels.ts'
import { chartTypeNames, type Report } from '../../report/plan.ts'
import { choosePeriod } from '../../report/selection/choose-period.ts'
import { findPlan, resolvePeriod, type ViewChoice } from './load-view.ts'

/** What can be scheduled. */
export interface Schedulable {
  readonly reports: readonly Report[]
  readonly dashboards: readonly DashboardPlan[]
}

/** A screen of a report that a mail shows. */
export interface TargetView {
  readonly report: Report
  readonly choice: ViewChoice
}

/** What a schedule shows, as it is defined now. */
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

const getReportRights = ({ menu }: Report): readonly number[] => [
  portalPermissions.reports.id,
  menu.permission,
]

/** Finds what a schedule shows; a text says what does not exist any more. */
export function findTarget(view: ScheduledView, { reports, dashboards }: Schedulable): Target | string {
  if (view.kind === 'dashboard') {
    const found = dashboards.find(({ id }) => id === view.id)
    if (found === undefined) return `There is no dashboard '${view.id}'.`
    const { title, permission, tiles } = found
    const views = tiles.flatMap(({ view: shown, kind, type, series }): TargetView[] => {
      const report = reports.find(({ id }) => id === shown?.report)
      if (shown === null || report === undefined) return []
      const chart = kind === 'chart' ? (chartTypeNames.find((name) => name === type) ?? null) : null
      return [{ report, choice: { ...shown, period: shown.period ?? view.period, chart, series } }]
    })
    const rights = [portalPermissions.dashboard.id, ...(permission === null ? [] : [permission])]
    const query = /^\d/.test(view.period) ? `?period=${view.period}` : ''
    return { title, dashboard: title, path: `/dashboard/${found.id}${query}`, rights, views }
  }
  const report = reports.find(({ id }) => id === view.id)
  const plan = report && findPlan(report, view.tab, view.variant)
  if (report === undefined || plan === undefined) return `There is no report '${view.id}' with this tab.`
  const screen = formatScreenName(report, plan)
  const title = screen === null ? report.menu.label : `${report.menu.label}: ${screen}`
  const choice = { ...view, series: null }
  return { title, dashboard: null, path: null, rights: getReportRights(report), views: [{ report, choice }] }
}

/** Says what a report cannot show of a view; null for nothing. A dashboard shows what each tile can. */
export function findViewError(view: ScheduledView, { reports }: Schedulable, today: string): string | null {
  const report = view.kind === 'report' ? reports.find(({ id }) => id === view.id) : undefined
  const plan = report && findPlan(report, view.tab, view.variant)
  if (plan === undefined) return null
  const unknown = view.selectors.find(({ name }) => plan.selectors.every((one) => one.name !== name))
  if (unknown !== undefined) return `The report has no selector '${unknown.name}'.`
  if (view.chart !== null && !plan.chart.types.includes(view.chart)) return 'The report has no such chart.'
  const days = resolvePeriod(view.period, today)
  if (days === null && view.period !== 'latest') return `'${view.period}' is no period of the calendar.`
  return days === null || choosePeriod(plan, days) !== null
    ? null
    : `'${view.period}' cannot be chosen in this report.`
}

/** Returns true if a view is a screen of a report with alerts; with `key` if it is that screen. */
export function hasAlerts(
  { kind, id, tab, variant }: ScheduledView,
  { reports }: Pick<Schedulable, 'reports'>,
  key?: string,
): boolean {
  const report = kind === 'report' ? reports.find((one) => one.id === id) : undefined
  const plan = report && findPlan(report, tab, variant)
  return plan !== undefined && plan.alerts.length > 0 && (key ?? plan.key) === plan.key
}

/** The views of a target that rights open, and all rights that they need. */
export function openTarget(
  { rights, views }: Target,
  permissions: Pick<ReadonlySet<number>, 'has'>,
): { readonly views: readonly TargetView[]; readonly rights: readonly number[] } | null {
  if (!rights.every((id) => permissions.has(id))) return null
  const open = views.filter(({ report }) => getReportRights(report).every((id) => permissions.has(id)))
  if (open.length === 0) return null
  return { views: open, rights: [...rights, ...open.flatMap(({ report }) => getReportRights(report))] }
}
