import type { ReportEntry } from '../../report/plan.ts'
import type { Connection } from '../database/handle.ts'
import { ADMINISTRATION, DASHBOARD, REPORTS } from './permission.ts'
import { claimPermissions } from './takeover.ts'
import { deleteReportNodesExcept, type MenuNodeInput, storeMenuNode } from './menu-items.ts'

const ROOT = 1

const fixedNodes: readonly MenuNodeInput[] = [
  node(ROOT, null, 'BI Dashboard', 'Everything that this portal offers', 0),
  node(DASHBOARD, ROOT, 'Dashboard', 'The dashboards', 1),
  node(ADMINISTRATION, ROOT, 'Roles', 'Roles, rights and system users', 2),
  node(REPORTS, ROOT, 'Reports', 'All reports', 3),
]

/**
 * Brings the menu hierarchy in line with the definitions: a new report gets its record, a report
 * that is gone loses it, and the rights that are stored stay as they are. Throws `PermissionTaken` where a report has
 * the permission number of another one whose rights are stored.
 */
export async function syncMenu(db: Connection, reports: readonly ReportEntry[]): Promise<void> {
  await claimPermissions(db, reports)
  const taken = new Set(fixedNodes.map(({ id }) => id))
  const nodes: MenuNodeInput[] = []
  for (const { id, menu } of reports) {
    if (taken.has(menu.permission)) continue
    taken.add(menu.permission)
    nodes.push({ ...node(menu.permission, REPORTS, menu.label, menu.label, menu.order), reportId: id })
  }
  for (const entry of [...fixedNodes, ...nodes]) await storeMenuNode(db, entry)
  await deleteReportNodesExcept(
    db,
    nodes.map(({ id }) => id),
  )
}

function node(
  id: number,
  parentId: number | null,
  name: string,
  description: string,
  position: number,
): MenuNodeInput {
  return { id, parentId, name, description, position, reportId: null }
}
