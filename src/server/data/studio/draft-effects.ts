import type { DraftEffects } from '../../../../schemas/api/definitions.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import type { ScheduleForm } from '../../../../schemas/api/schedule.ts'
import type { DashboardPlan } from '../../../report/model/dashboard-plan.ts'
import { findPlan, type Report, type ReportPlan } from '../../../report/model/report-plan.ts'
import { findScheduleErrors, findScreen } from '../../../report/selection/find-screen.ts'
import { isPeriod } from '../../../report/selection/selector-kinds.ts'
import { resolveScreen } from '../../../report/selection/url-state.ts'
import type { Connection } from '../../platform/database/handle.ts'

/** A stored schedule, with the user who owns it. */
export interface OwnedSchedule {
  readonly owner: string
  readonly form: ScheduleForm
  readonly isReadable: boolean
}

interface Change {
  /** The report that runs; undefined for a new one. */
  readonly before: Report | undefined
  readonly after: Report
  /** The other reports, and the dashboards. */
  readonly others: readonly Report[]
  readonly dashboards: readonly DashboardPlan[]
}

/** Lists who gains or loses a report by its draft, and the views and schedules that break. */
export async function describeEffects(
  db: Connection,
  { before, after, others, dashboards }: Change,
  schedules: readonly OwnedSchedule[],
): Promise<DraftEffects> {
  const access = await describeAccess(db, before?.menu.permission, after.menu.permission)
  if (before === undefined) return { access, broken: [] }
  const views = await db
    .selectFrom('views')
    .innerJoin('users', 'users.id', 'views.user_id')
    .select(['users.user_id as owner', 'name', 'address'])
    .where('report', '=', after.id)
    .orderBy('views.id')
    .execute()
  const listErrors = (form: ScheduleForm, report: Report) =>
    findScheduleErrors(form, { reports: [...others, report], dashboards }).map(({ message }) => message)
  return {
    access,
    broken: [
      ...views.flatMap(({ owner, name, address }) =>
        findLinkErrors(address, before, after).map((error) => `View “${name}” of ${owner}: ${error}.`),
      ),
      ...schedules.flatMap(({ owner, form, isReadable }) => {
        if (!isReadable || form.view.kind !== 'report' || form.view.id !== after.id) return []
        const present = listErrors(form, before)
        const added = listErrors(form, after).filter((message) => !present.includes(message))
        return added.map((message) => `Schedule of ${owner}: ${message}.`)
      }),
    ],
  }
}

/** Says for each role, and each user with own rights, whether a change of the permission gives or takes the report. */
async function describeAccess(db: Connection, before: number | undefined, after: number): Promise<string[]> {
  if (before === after) return []
  const users = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.user_id as name', 'role_id as roleId', 'roles.name as role', 'own_rights'])
    .where('status', '=', 'Active')
    .orderBy('users.id')
    .execute()
  const wanted = [portalPermissions.reports.id, after, ...(before === undefined ? [] : [before])]
  const ofRoles = await db.selectFrom('role_rights').selectAll().where('menu_id', 'in', wanted).execute()
  const ofUsers = await db.selectFrom('user_rights').selectAll().where('menu_id', 'in', wanted).execute()
  const changes = new Map<string, number>()
  for (const { id, name, roleId, role, own_rights } of users) {
    const rights =
      own_rights === 1
        ? ofUsers.filter(({ user_id }) => user_id === id)
        : ofRoles.filter(({ role_id }) => role_id === roleId)
    const holds = (permission: number | undefined) =>
      permission !== undefined &&
      (roleId === SUPER_ROLE ||
        [portalPermissions.reports.id, permission].every((right) =>
          rights.some(({ menu_id }) => menu_id === right),
        ))
    if (holds(before) === holds(after)) continue
    const change = holds(after) ? 'gain' : 'lose'
    const key = own_rights === 1 ? `User ${name}, by own rights,|${change}` : `Role ${role}:|${change}`
    changes.set(key, (changes.get(key) ?? 0) + 1)
  }
  return [...changes].map(([key, count]) => {
    const [who = '', change = ''] = key.split('|')
    if (who.startsWith('User')) return `${who} ${change}s access.`
    return `${who} ${count} ${count === 1 ? `user ${change}s` : `users ${change}`} access.`
  })
}

/** Finds what the address of a view names that the report no longer has. */
function findLinkErrors(address: string, before: Report, after: Report): readonly string[] {
  const { pathname, searchParams } = new URL(address, 'http://portal')
  if (pathname !== after.path && !pathname.startsWith(`${after.path}/`))
    return [`its address ${before.path} is now ${after.path}`]
  const routeTab = pathname.slice(after.path.length + 1)
  const screen = resolveScreen(before, routeTab, searchParams)
  const [old, plan] = [before, after].map((report) => findPlan(report, screen.tab, screen.variant))
  if (old === undefined) return []
  if (plan === undefined) return ['its tab or variant is gone']
  const gone = (kind: string, names: readonly string[], list: (screen: ReportPlan) => readonly string[]) =>
    names
      .filter((name) => list(old).includes(name) && !list(plan).includes(name))
      .map((name) => `there is no ${kind} '${name}'`)
  const listSelectors = ({ selectors }: ReportPlan) => selectors.map(({ name }) => name)
  const listLabels = ({ columns }: ReportPlan) => columns.map(({ label }) => label)
  const sorted = searchParams.get('sort')?.replace(/^(asc|desc):?/, '') ?? ''
  const labels = new Set([...searchParams.getAll('column'), ...searchParams.getAll('flip'), sorted])
  const selectors = Object.fromEntries(
    [...searchParams].filter(([name]) => plan.selectors.some((one) => one.name === name && !isPeriod(one))),
  )
  const errors: string[] = []
  const tile = {
    tab: screen.tab ?? undefined,
    variant: screen.variant ?? undefined,
    period: 'latest',
    selectors,
  }
  findScreen('id', after.id, tile, [after], (_, message) => errors.push(message))
  return [
    ...gone('selector', [...searchParams.keys()], listSelectors),
    ...gone('chart', searchParams.getAll('chart'), ({ chart }) => chart.types),
    ...gone('column', [...labels], listLabels),
    ...errors,
  ]
}
