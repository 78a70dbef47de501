import { OwnAlertContent, type OwnAlertForm } from '../../../../schemas/api/own-alert.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { findPlan, type Report, type ReportPlan } from '../../../report/model/report-plan.ts'
import { mayOpen } from '../../identity/access/report-access.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { readPermissions } from '../schedules/recipients.ts'
import type { AlertPlan } from '../../../report/model/alert-plan.ts'

/** Describes an alert that a user has set. */
export interface StoredOwnAlert {
  readonly id: number
  readonly userId: number
  /** The name of the user. */
  readonly owner: string
  readonly form: OwnAlertForm
}

/** Lists alerts that users have set: of one or of all, of role 1 only with `hasReserved`. One that this version cannot read is left out. */
export async function listOwnAlerts(
  db: Connection,
  { user, hasReserved = true }: { readonly user?: number; readonly hasReserved?: boolean } = {},
): Promise<readonly StoredOwnAlert[]> {
  const rows = await db
    .selectFrom('own_alerts')
    .innerJoin('users', 'users.id', 'own_alerts.user_id')
    .select(['own_alerts.id', 'own_alerts.user_id as userId', 'own_alerts.form', 'users.user_id as owner'])
    .$if(user !== undefined, (alerts) => alerts.where('own_alerts.user_id', '=', user ?? 0))
    .$if(!hasReserved, (alerts) => alerts.where('users.role_id', '!=', SUPER_ROLE))
    .orderBy('own_alerts.id')
    .execute()
  return rows.flatMap(({ form, ...row }) => {
    const { success, data } = OwnAlertContent.safeParse(JSON.parse(form))
    return success ? [{ ...row, form: data }] : []
  })
}

export async function insertOwnAlert(db: Connection, user: number, form: OwnAlertForm): Promise<number> {
  const row = { user_id: user, form: JSON.stringify(form) }
  return (await db.insertInto('own_alerts').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Removes an alert of a user with all that it did; returns false if there is none. */
export async function removeOwnAlert(db: Connection, user: number, id: number): Promise<boolean> {
  const removed = db.deleteFrom('own_alerts').where('user_id', '=', user).where('id', '=', id)
  if ((await removed.executeTakeFirst()).numDeletedRows === 0n) return false
  await db.deleteFrom('alert_episodes').where('alert', '=', nameOwnAlert(id)).execute()
  await db.deleteFrom('alerts').where('id', '=', nameOwnAlert(id)).execute()
  return true
}

/** Names an alert of a user as no alert of a definition is named. */
export const nameOwnAlert = (id: number): string => `own:${id}`

/** Builds what is watched for a user; null if the report does not have the screen or the column. */
export function watchOwnAlert(
  reports: readonly Report[],
  { id, userId, form }: Omit<StoredOwnAlert, 'owner'>,
): WatchedAlert | null {
  const report = reports.find((candidate) => candidate.id === form.report)
  const plan = report && findPlan(report, form.tab, form.variant)
  if (report === undefined || !plan?.columns.some((column) => column.id === form.column)) return null
  const { column, label, against, operator, value, title, selectors, mail } = form
  const change = against === 'previous' ? against : null
  if (change !== null && !plan.compare.includes(change)) return null
  const name = nameOwnAlert(id)
  const condition = { column, label, operator, value: value ?? 0, absolute: false, change, for: 1 }
  const usual = against === 'usual' && { isUsual: true as const }
  return {
    id: name,
    report,
    plan,
    alert: { id: name, title, selectors, when: { kind: 'condition', ...condition, reset: null, ...usual } },
    owner: { id: userId, hasMail: mail },
  }
}

/** Lists what is watched for users who may open the reports now. */
export async function watchOwnAlerts(
  db: Connection,
  reports: readonly Report[],
  stored: readonly StoredOwnAlert[],
): Promise<readonly WatchedAlert[]> {
  const rights = new Map<number, ReadonlySet<number>>()
  for (const { userId } of stored) {
    if (!rights.has(userId)) rights.set(userId, await readPermissions(db, userId))
  }
  return stored.flatMap((alert) => {
    const watched = watchOwnAlert(reports, alert)
    return watched !== null && mayOpen(watched.report, rights.get(alert.userId) ?? new Set()) ? [watched] : []
  })
}

/** Describes an alert with the screen that it watches. */
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
