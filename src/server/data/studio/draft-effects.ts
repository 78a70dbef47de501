import type { DraftEffects } from '../../../../schemas/api/definitions.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { OwnAlertForm } from '../../../../schemas/api/own-alert.ts'
import type { ScheduleForm } from '../../../../schemas/api/schedule.ts'
import type { Schedulable } from '../../../report/model/dashboard-plan.ts'
import { findPlan, type Report, type ReportPlan, resolveCompare } from '../../../report/model/report-plan.ts'
import type { ReportTable } from '../../../report/model/report-table.ts'
import { findScheduleErrors, findScreen } from '../../../report/selection/find-screen.ts'
import { isPeriod } from '../../../report/selection/selector-kinds.ts'
import { resolveScreen } from '../../../report/selection/url-state.ts'
import { splitAdded } from '../../../report/table/added-columns.ts'
import {
  arrangeTable,
  describePart,
  findBeside,
  listIgnored,
  splitBeside,
} from '../../../report/table/arrange-table.ts'
import { buildTable } from '../../../report/table/build-table.ts'
import { findLimit } from '../../../report/table/limit-table.ts'
import { readAssignedPermissions } from '../../identity/accounts/permissions.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { getTabScope } from '../notes/stored-notes.ts'

interface Owned<Form> {
  readonly owner: string
  readonly form: Form
}

/** What users have set for themselves: it can break with a report. */
export interface UserSettings {
  readonly schedules: readonly Owned<ScheduleForm>[]
  readonly alerts: readonly Owned<OwnAlertForm>[]
}

/** Lists who gains or loses a report or dashboard by a draft, and the views, notes, alerts and schedules that break. */
export async function describeEffects(
  db: Connection,
  before: Schedulable,
  changed: Schedulable,
  { schedules, alerts }: UserSettings,
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
  const notes = await db
    .selectFrom('notes')
    .select(['author', 'scope', 'first_moment as time', 'text'])
    .orderBy('id')
    .execute()
  const findErrors = (id: string, find: (old: Report, draft: Report) => readonly string[]) => {
    const [old, draft] = [before, after].map(({ reports }) => reports.find((report) => report.id === id))
    return old && draft && old !== draft ? find(old, draft) : []
  }
  return {
    access: await describeAccess(db, listScreens(before), listScreens(after)),
    broken: [
      ...views.flatMap(({ owner, report, name, address }) =>
        findErrors(report, (old, draft) => findLinkErrors(address, old, draft)).map(
          (error) => `View “${name}” of ${owner}: ${error}.`,
        ),
      ),
      ...notes.flatMap(({ author, scope, time, text }) => [
        ...findErrors(getReportId(scope), (old, draft) => findScopeErrors(scope, old, draft)).map(
          (error) => `Note of ${author} on ${time}: ${error}.`,
        ),
        ...listLinks(text).flatMap((address) => {
          const linked = before.reports.find(({ path }) => isBelow(getPathname(address), path))
          return findErrors(linked?.id ?? '', (old, draft) => findLinkErrors(address, old, draft)).map(
            (error) => `Link ${address} in a note of ${author} on ${time}: ${error}.`,
          )
        }),
      ]),
      ...alerts.flatMap(({ owner, form }) =>
        findErrors(form.report, (old, draft) => findAlertErrors(form, old, draft)).map(
          (error) => `Alert “${form.title}” of ${owner}: ${error}.`,
        ),
      ),
      ...schedules.flatMap(({ owner, form }) => {
        const present = findScheduleErrors(form, before).map(({ path }) => path.join())
        const errors = findScheduleErrors(form, after).filter(({ path }) => !present.includes(path.join()))
        const { kind, id, tab, variant, added = [] } = form.view
        const ofTable = findErrors(kind === 'report' ? id : '', (old, draft) => {
          const [plan, changed] = [old, draft].map((report) => findPlan(report, tab, variant))
          return plan && changed ? findAddedErrors(added, [old, plan], [draft, changed]) : []
        })
        return [...errors.map(({ message }) => message), ...ofTable].map(
          (message) => `Schedule of ${owner}: ${message}.`,
        )
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

const getReportId = (scope: string): string => /^report\/([^/]+)/.exec(scope)?.[1] ?? ''

/** Finds what a note is on that a report no longer has. */
function findScopeErrors(scope: string, before: Report, after: Report): readonly string[] {
  const [had, has] = [before, after].map(({ plans }) => plans.some((plan) => getTabScope(plan) === scope))
  return had && !has ? ['its tab is gone'] : []
}

const getPathname = (address: string): string => new URL(address, 'http://portal').pathname

/** Returns true for the path of a report, or of one of its tabs. */
const isBelow = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)

/** Lists the addresses of reports in a text, without the punctuation that follows them. */
const listLinks = (text: string): readonly string[] => text.match(/\/report\/[^\s<>"]*[^\s<>".,;:!?)]/g) ?? []

/** Finds what the address of a view names that the report no longer has. */
function findLinkErrors(address: string, before: Report, after: Report): readonly string[] {
  const { pathname, searchParams } = new URL(address, 'http://portal')
  if (!isBelow(pathname, after.path)) return [`its address ${before.path} is now ${after.path}`]
  const routeTab = pathname.slice(after.path.length + 1)
  const screen = resolveScreen(before, routeTab, searchParams)
  const [old, plan] = [before, after].map((report) => findPlan(report, screen.tab, screen.variant))
  if (old === undefined) return []
  if (plan === undefined) return [SCREEN_GONE]
  const gone = listGone(old, plan)
  const sorted = searchParams.get('sort')?.replace(/^(asc|desc):?/, '') ?? ''
  const labels = [...searchParams.getAll('column'), ...searchParams.getAll('flip'), sorted]
  const selectors = Object.fromEntries(
    [...searchParams].filter(([name]) => plan.selectors.some((one) => one.name === name && !isPeriod(one))),
  )
  const errors = [
    ...gone('selector', [...searchParams.keys()], ({ selectors: all }, name) =>
      all.some((selector) => selector.name === name),
    ),
    ...gone('chart', searchParams.getAll('chart'), ({ chart }, type) => chart.types.includes(type)),
    ...gone('column', labels, hasColumn),
    ...gone('comparison', searchParams.getAll('compare'), (one, name) => resolveCompare(one, name) !== null),
    ...findAddedErrors(searchParams.getAll('add'), [before, old], [after, plan]),
    ...findNewErrors({ ...screen, selectors }, before, after),
  ]
  return [...new Set(errors)]
}

const hasColumn = ({ columns }: ReportPlan, name: string): boolean =>
  columns.some(({ label }) => label === name)

type Screened = readonly [report: Report, plan: ReportPlan]

/** Finds what was added to a table and no longer can be, as far as it is known without records. */
function findAddedErrors(added: readonly string[], old: Screened, draft: Screened): readonly string[] {
  const [before, after] = [old, draft].map((screen) => listIgnored(arrangeEmpty(screen, added), added))
  const gone = listGone(old[1], draft[1])
  const [oldTabs, tabs] = [old, draft].map(([report]) => report.tabs?.items ?? [])
  return added.flatMap((text) => {
    const lost = gone('column', [getAddedLabel(text)], hasColumn)
    if (lost.length > 0 || before?.includes(text) || !after?.includes(text)) return lost
    const { tab } = splitBeside(text) ?? {}
    if (tab !== undefined && !tabs?.some(({ id }) => id === tab)) return `there is no tab '${tab}'`
    return `'${describePart(text, oldTabs ?? [])}' can no longer be added`
  })
}

/** Returns the label of the column that a part of an address adds to or limits by; empty for none. */
const getAddedLabel = (text: string): string =>
  splitBeside(text)?.label ?? findLimit([text])?.label ?? splitAdded(text).rest

/** Builds the table of a screen without records, with what an address adds. */
function arrangeEmpty([report, plan]: Screened, added: readonly string[]) {
  const beside = findBeside(report, plan, added).map((tab) => ({ ...tab, table: buildEmpty(tab.plan) }))
  return arrangeTable(buildEmpty(plan), added, { limited: null, beside })
}

function buildEmpty(plan: ReportPlan): ReportTable {
  const table = buildTable(plan, {}, { records: [], lists: new Map() })
  const { total } = plan.rows
  return { ...table, total: total === null ? null : { label: total, values: [] } }
}

/** Finds what an alert of a user watches that the report no longer has. */
function findAlertErrors(form: OwnAlertForm, before: Report, after: Report): readonly string[] {
  const [old, plan] = [before, after].map((report) => findPlan(report, form.tab, form.variant))
  if (old === undefined) return []
  if (plan === undefined) return [SCREEN_GONE]
  const gone = listGone(old, plan)
  const watched = old.columns.find(({ id }) => id === form.column)
  // The names of a list or pattern are in its records only.
  const isNamed = watched?.label === form.label
  return [
    ...gone('column', [form.label], ({ columns }, label) =>
      columns.some((column) => column.id === form.column && (!isNamed || column.label === label)),
    ),
    ...gone('comparison', [form.against], ({ compare }, name) => compare.some((one) => one === name)),
    ...findNewErrors(form, before, after),
  ]
}

const SCREEN_GONE = 'its tab or variant is gone'

/** Says which names the old screen has and the new one lacks. */
const listGone =
  (old: ReportPlan, plan: ReportPlan) =>
  (kind: string, names: readonly string[], has: (screen: ReportPlan, name: string) => boolean) =>
    names.filter((name) => has(old, name) && !has(plan, name)).map((name) => `there is no ${kind} '${name}'`)

/** Finds the values of selectors that a screen offered and no longer does. */
function findNewErrors(
  { tab, variant, selectors }: Pick<OwnAlertForm, 'tab' | 'variant' | 'selectors'>,
  before: Report,
  after: Report,
): readonly string[] {
  const tile = { tab: tab ?? undefined, variant: variant ?? undefined, period: 'latest', selectors }
  const listErrors = (report: Report) => {
    const errors = new Map<string, string>()
    findScreen('id', report.id, tile, [report], (path, message) => errors.set(path.join(), message))
    return errors
  }
  const present = listErrors(before)
  return [...listErrors(after)].flatMap(([path, message]) => (present.has(path) ? [] : [message]))
}
