import { type PortalPermissionName, portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import type { ReportEntry } from '../../report/plan.ts'
import type { Connection } from '../database/handle.ts'
import { claimPermissions } from './takeover.ts'
import { deleteReportNodesExcept, type MenuNodeInput, storeMenuNode } from './menu-items.ts'

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

function buildNode(
  id: number,
  parentId: number | null,
  name: string,
  description: string,
  position: number,
): MenuNodeInput {
  return { id, parentId, name, description, position, reportId: null }
}
