import type { DraftEffects } from '../../../../schemas/api/definitions.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { ScheduleForm } from '../../../../schemas/api/schedule.ts'
import type { Schedulable } from '../../../report/model/dashboard-plan.ts'
import { findPlan, type Report, type ReportPlan } from '../../../report/model/report-plan.ts'
import { findScheduleErrors, findScreen } from '../../../report/selection/find-screen.ts'
import { isPeriod } from '../../../report/selection/selector-kinds.ts'
import { resolveScreen } from '../../../report/selection/url-state.ts'
import { readAssignedPermissions } from '../../identity/accounts/permissions.ts'
import type { Connection } from '../../platform/database/handle.ts'

export interface OwnedSchedule {
  readonly owner: string
  readonly form: ScheduleForm
}

/** Lists who gains or loses a report or dashboard by a draft, and the views and schedules that break. */
export async function describeEffects(
  db: Connection,
  before: Schedulable,
  changed: Schedulable,
  schedules: readonly OwnedSchedule[],
): Promise<DraftEffects> {
  const after = {
    reports: mergeById(before.reports, changed.reports),
    dashboards: mergeById(before.dashboards, changed.dashboards),
  }
  const views = await db
    .selectFrom('views')
    .innerJoin('users', 'users.id', 'views.user_id')
    .select(['users.user_id as owner', 'report', 'name', 'address'])
    .orderBy('views.id')
    .execute()
  return {
    access: await describeAccess(db, listScreens(before), listScreens(after)),
    broken: [
      ...views.flatMap(({ owner, report, name, address }) => {
        const [old, draft] = [before, after].map(({ reports }) => reports.find(({ id }) => id === report))
        const errors = old && draft && old !== draft ? findLinkErrors(address, old, draft) : []
        return errors.map((error) => `View “${name}” of ${owner}: ${error}.`)
      }),
      ...schedules.flatMap(({ owner, form }) => {
        const present = findScheduleErrors(form, before).map(({ path }) => path.join())
        const errors = findScheduleErrors(form, after).filter(({ path }) => !present.includes(path.join()))
        return errors.map(({ message }) => `Schedule of ${owner}: ${message}.`)
      }),
    ],
  }
}

const mergeById = <T extends { readonly id: string }>(all: readonly T[], changed: readonly T[]): T[] => [
  ...new Map([...all, ...changed].map((definition) => [definition.id, definition])).values(),
]

interface Screen {
  readonly key: string
  readonly name: string
  readonly rights: readonly number[]
}

const { reports: reportMenu, dashboard: dashboardMenu } = portalPermissions
const listScreens = ({ reports, dashboards }: Schedulable): Screen[] => [
  ...reports.map(({ id, menu: { label: name, permission } }) => {
    return { key: `report ${id}`, name, rights: [reportMenu.id, permission] }
  }),
  ...dashboards.map(({ id, title: name, permission }) => {
    return { key: `dashboard ${id}`, name, rights: [dashboardMenu.id, permission ?? []].flat() }
  }),
]

/** Says for each role, and each user with own rights, which screens other rights give or take. */
async function describeAccess(db: Connection, before: readonly Screen[], after: readonly Screen[]) {
  const changed = after
    .map((screen) => ({ ...screen, old: before.find(({ key }) => key === screen.key)?.rights }))
    .filter(({ rights, old }) => rights.join() !== old?.join())
  if (changed.length === 0) return []
  const users = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'user_id as name', 'role_id as roleId', 'roles.name as role', 'own_rights as own'])
    .where('status', '=', 'Active')
    .orderBy('users.id')
    .execute()
  const describeHolder = ({ name, roleId, role, own }: (typeof users)[number]) => {
    if (own === 1) return `User ${name}, by own rights,`
    const { length } = users.filter((user) => user.own === 0 && user.roleId === roleId)
    return `Role ${role} (${length} ${length === 1 ? 'user' : 'users'})`
  }
  const sentences: string[] = []
  for (const [holder, { id: userId, roleId, own }] of new Map(
    users.map((user) => [describeHolder(user), user]),
  )) {
    const held = await readAssignedPermissions(db, { userId, roleId, ownRights: own === 1 })
    const holds = (rights: readonly number[] | undefined) =>
      rights?.every((right) => held.has(right)) === true
    for (const { name, rights, old } of changed) {
      if (holds(old) === holds(rights)) continue
      sentences.push(`${holder} ${holds(rights) ? 'gains' : 'loses'} access to ${name}.`)
    }
  }
  return sentences
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
