import type { NamedPermission } from '../../../../schemas/api/audit-event.ts'
import { type PortalPermissionName, portalPermissions } from '../../../../schemas/api/menu.ts'
import type { ReportEntry } from '../../../report/model/report-plan.ts'
import type { DashboardPlan } from '../../../report/model/dashboard-plan.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'

/** Contains a stored record of the menu hierarchy; `parentId` and the order of the list make up the tree. */
export interface MenuNode {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  readonly description: string
}

interface MenuNodeInput extends MenuNode {
  readonly position: number
  readonly reportId: string | null
}

const DESCRIPTIONS: Readonly<Record<PortalPermissionName, string>> = {
  root: 'Everything that this portal offers',
  dashboard: 'The dashboards',
  roles: 'Roles, rights and system users',
  data: 'Imports of files into every table, together with Roles',
  studio: 'All definitions, and drafts of new ones',
  reports: 'All reports',
}

const fixedNodes = (Object.keys(DESCRIPTIONS) as PortalPermissionName[]).map((key, position) => {
  const { id, name } = portalPermissions[key]
  const parentId = key === 'root' ? null : portalPermissions.root.id
  return { id, parentId, name, description: DESCRIPTIONS[key], position, reportId: null }
})

/** Describes a report or dashboard with its own right; `parent` is the menu item above, without it that of reports. */
export interface MenuEntry extends Pick<ReportEntry, 'id' | 'menu'> {
  readonly parent?: number
}

/** Lists what has a right of its own: every report, and the dashboards that name one. */
export const listMenuEntries = (
  reports: readonly ReportEntry[],
  dashboards: readonly DashboardPlan[],
): readonly MenuEntry[] => [
  ...reports,
  ...dashboards.flatMap(({ id, title: label, order, permission }) => {
    const parent = portalPermissions.dashboard.id
    return permission === null ? [] : { id: `dashboard:${id}`, menu: { label, permission, order }, parent }
  }),
]

/**
 * Updates the menu hierarchy to the definitions: inserts the records of new reports and dashboards and deletes those of
 * removed ones. Stored rights do not change. Throws `PermissionTakenError` if one has the permission number of another
 * whose rights are stored.
 */
export async function syncMenu(db: Connection, entries: readonly MenuEntry[]): Promise<void> {
  await claimPermissions(db, entries)
  const taken = new Set<number>(fixedNodes.map(({ id }) => id))
  const nodes: MenuNodeInput[] = []
  for (const { id: reportId, menu, parent: parentId = portalPermissions.reports.id } of entries) {
    const { permission: id, label: name, order: position } = menu
    if (!taken.has(id)) nodes.push({ id, parentId, position, name, description: name, reportId })
    taken.add(id)
  }
  for (const entry of [...fixedNodes, ...nodes]) await storeMenuNode(db, entry)
  const ids = nodes.map(({ id }) => id)
  await deleteReportNodesExcept(db, ids)
}

/** Lists every menu record, siblings in their order. */
export const listMenuNodes = (db: Connection): Promise<readonly MenuNode[]> =>
  db
    .selectFrom('menu_nodes')
    .select(['id', 'parent_id as parentId', 'name', 'description'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Returns the permissions of a set with the present names of their menu records, in the order of their ids. */
export function nameRights(nodes: readonly MenuNode[], ids: readonly number[]): NamedPermission[] {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  return ids.toSorted((left, right) => left - right).map((id) => ({ id, name: names.get(id) ?? null }))
}

/** Compares the rights before and after a change: by number, and by name for the history. */
export function compareRights(
  nodes: readonly MenuNode[],
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
) {
  const name = (ids: Iterable<number>) => nameRights(nodes, [...ids])
  const granted = [...after].filter((id) => !before.has(id))
  const revoked = [...before].filter((id) => !after.has(id))
  const change = { granted: name(granted), revoked: name(revoked) }
  return { ids: { granted, revoked }, names: { ...change, before: name(before), after: name(after) } }
}

/** Inserts or updates a menu record; rights do not change. */
export async function storeMenuNode(
  db: Connection,
  { id, parentId: parent_id, reportId: report_id, name, description, position }: MenuNodeInput,
): Promise<void> {
  const values = { parent_id, name, description, position, report_id }
  await db
    .insertInto('menu_nodes')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Deletes the menu records of reports, except those with these ids. */
export async function deleteReportNodesExcept(db: Connection, ids: readonly number[]): Promise<void> {
  const reports = db.deleteFrom('menu_nodes').where('report_id', 'is not', null)
  await (ids.length === 0 ? reports : reports.where('id', 'not in', ids)).execute()
}

/** Counts the roles and users with a stored right. */
type Holders = Awaited<ReturnType<typeof countHolders>>

/** Describes a definition with the permission number of another report, whose rights are still stored. */
interface Takeover {
  readonly menuId: number
  /** The report that the number belonged to; undefined if unknown. */
  readonly from: string | undefined
  readonly to: string
  readonly holders: Holders
}

/** Says that the definitions would grant the rights of one report to another; nothing was changed. */
export class PermissionTakenError extends Error {
  override readonly name = 'PermissionTakenError'

  constructor(takeovers: readonly Takeover[]) {
    super(takeovers.map(formatTakeover).join('\n'))
  }
}

/** Finds the definitions whose permission number has rights that were granted for another report. */
export async function findTakeovers(db: Connection, reports: readonly MenuEntry[]): Promise<Takeover[]> {
  const owners = await listPermissionOwners(db)
  const takeovers: Takeover[] = []
  for (const { id, menu } of reports) {
    const from = owners.get(menu.permission)
    if (from === id) continue
    const holders = await countHolders(db, menu.permission)
    if (holders.roles + holders.users === 0) continue
    takeovers.push({ menuId: menu.permission, from, to: id, holders })
  }
  return takeovers
}

/** Stores which report each permission number belongs to. Throws `PermissionTakenError` if rights would change hands. */
async function claimPermissions(db: Connection, reports: readonly MenuEntry[]): Promise<void> {
  const takeovers = await findTakeovers(db, reports)
  if (takeovers.length > 0) throw new PermissionTakenError(takeovers)
  for (const { id, menu } of reports) await storePermissionOwner(db, menu.permission, id)
}

export const describeHolders = ({ roles, users }: Holders): string =>
  `${roles} ${roles === 1 ? 'role' : 'roles'} and ${users} ${users === 1 ? 'user' : 'users'}`

/** Lists the report that each permission number belongs to or last belonged to. */
export async function listPermissionOwners(db: Connection): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('permission_owners').selectAll().execute()
  return new Map(rows.map(({ menu_id, report_id }) => [menu_id, report_id]))
}

export async function storePermissionOwner(db: Connection, menuId: number, reportId: string): Promise<void> {
  await db
    .insertInto('permission_owners')
    .values({ menu_id: menuId, report_id: reportId })
    .onConflict((conflict) => conflict.column('menu_id').doUpdateSet({ report_id: reportId }))
    .execute()
}

/** Counts the roles and users with a stored right; role 1 does not count, because it has every right. */
export async function countHolders(db: Connection, menuId: number) {
  const roles = await db
    .selectFrom('role_rights')
    .select('role_id')
    .where('menu_id', '=', menuId)
    .where('role_id', '!=', SUPER_ROLE)
    .execute()
  const users = await db.selectFrom('user_rights').select('user_id').where('menu_id', '=', menuId).execute()
  return { roles: roles.length, users: users.length }
}

/** Removes the stored rights of a number from every role and user. */
export async function deletePermissionsByMenuId(db: Connection, menuId: number): Promise<void> {
  await db.deleteFrom('role_rights').where('menu_id', '=', menuId).execute()
  await db.deleteFrom('user_rights').where('menu_id', '=', menuId).execute()
}

function formatTakeover({ menuId, from, to, holders }: Takeover): string {
  const earlier = from === undefined ? 'a report that is not known any more' : `the report '${from}'`
  return `permission ${menuId} was granted to ${describeHolders(holders)} for ${earlier}, and a definition now assigns the number to the report '${to}'. Write an unused number into the definition of '${to}', or decide about the stored rights: \`npm run admin -- drop-rights ${menuId}\` removes them, \`npm run admin -- move-rights ${menuId} ${to}\` lets their holders open '${to}' (without the development packages: node dist/server/admin.js …).`
}
