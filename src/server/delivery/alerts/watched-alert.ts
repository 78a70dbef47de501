import type { AlertPlan } from '../../../report/model/alert-plan.ts'
import type { Report, ReportPlan } from '../../../report/model/report-plan.ts'

/** An alert with the screen that it watches. */
export interface WatchedAlert {
  /** The ids of its report and of itself. */
  readonly id: string
  readonly report: Report
  readonly plan: ReportPlan
  readonly alert: AlertPlan
  /** Who has set it for itself, and whether a mail tells; null for an alert of a definition. */
  readonly owner: { readonly id: number; readonly hasMail: boolean } | null
}

/** Lists the alerts of all reports. */
export const listAlerts = (reports: readonly Report[]): readonly WatchedAlert[] =>
  reports.flatMap((report) =>
    report.plans.flatMap((plan) =>
      plan.alerts.map((alert) => ({ id: `${report.id}/${alert.id}`, report, plan, alert, owner: null })),
    ),
  )
