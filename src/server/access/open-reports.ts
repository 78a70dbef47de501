import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { Report } from '../../report/plan.ts'
import type { StoredPermission } from '../accounts/permissions.ts'

/** Returns the ids of the reports that a caller may open. */
export function listOpenReports(
  reports: readonly Report[],
  permissions: readonly StoredPermission[],
): ReadonlySet<string> {
  const ids = new Set(permissions.map(({ id }) => id))
  if (!ids.has(portalPermissions.reports.id)) return new Set()
  return new Set(reports.flatMap(({ id, menu }) => (ids.has(menu.permission) ? [id] : [])))
}
