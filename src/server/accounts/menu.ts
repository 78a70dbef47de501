import type { NamedPermission } from '../../../schemas/api/audit-event.ts'
import { type PortalPermissionName, portalPermissions } from '../../../schemas/api/menu.ts'
import type { ReportEntry } from '../../report/plan.ts'
import type { Connection } from '../database/handle.ts'
import { claimPermissions } from './permission-owners.ts'

/** A stored record of the menu hierarchy; `parentId` and the order of the list make up the tree. */
export interface MenuNode {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  readonly description: string
}

export interface MenuNodeInput extends MenuNode {
  readonly position: number
  readonly reportId: string | null
}

const DESCRIPTIONS: Readonly<Record<PortalPermissionName, string>> = {
  root: 'Everything that this portal offers',
  dashboard: 'The dashboards',
  roles: 'Roles, rights and system users',
  reports: 'All reports',
}

const fixedNodes = (Object.keys(DESCRIPTIONS) as PortalPermissionName[]).map((key, position) => {
  const { id, name } = portalPermissions[key]
  return buildNode(id, key === 'root' ? null : portalPermissions.root.id, name, DESCRIPTIONS[key], position)
})

/**
 * Updates the menu hierarchy to the definitions: inserts the records of new reports and deletes those of removed ones.
 * Stored rights do not change. Throws `PermissionTakenError` if a report has the permission number of another one whose
 * rights are stored.
 */
export async function syncMenu(db: Connection, reports: readonly ReportEntry[]): Promise<void> {
  await claimPermissions(db, reports)
  const taken = new Set(fixedNodes.map(({ id }) => id))
  const nodes: MenuNodeInput[] = []
  for (const { id, menu } of reports) {
    if (taken.has(menu.permission)) continue
    taken.add(menu.permission)
    nodes.push({
      ...buildNode(menu.permission, portalPermissions.reports.id, menu.label, menu.label, menu.order),
      reportId: id,
    })
  }
  for (const entry of [...fixedNodes, ...nodes]) await storeMenuNode(db, entry)
  await deleteReportNodesExcept(
    db,
    nodes.map(({ id }) => id),
  )
}

/** Lists every menu record, siblings in their order. */
export async function listMenuNodes(db: Connection): Promise<readonly MenuNode[]> {
  return db
    .selectFrom('menu_nodes')
    .select(['id', 'parent_id as parentId', 'name', 'description'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The permissions of a set with the present names of their menu records, in the order of their ids. */
export function nameRights(nodes: readonly MenuNode[], ids: readonly number[]): NamedPermission[] {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  return ids.toSorted((one, other) => one - other).map((id) => ({ id, name: names.get(id) ?? null }))
}

/** Inserts or updates a menu record; rights do not change. */
export async function storeMenuNode(db: Connection, node: MenuNodeInput): Promise<void> {
  const values = {
    parent_id: node.parentId,
    name: node.name,
    description: node.description,
    position: node.position,
    report_id: node.reportId,
  }
  await db
    .insertInto('menu_nodes')
    .values({ id: node.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Deletes the menu records of reports, except those with these ids. */
export async function deleteReportNodesExcept(db: Connection, ids: readonly number[]): Promise<void> {
  const reports = db.deleteFrom('menu_nodes').where('report_id', 'is not', null)
  await (ids.length === 0 ? reports : reports.where('id', 'not in', ids)).execute()
}

function buildNode(
  id: number,
  parentId: number | null,
  name: string,
  description: string,
  position: number,
): MenuNodeInput {
  return { id, parentId, name, description, position, reportId: null }
}
