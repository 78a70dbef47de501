import type { Connection } from '../database/handle.ts'
import { SUPER_ROLE } from '../roles/repository.ts'

/** How many roles and users have a stored right. */
export interface Holders {
  readonly roles: number
  readonly users: number
}

/** Lists the report that each permission number belongs to or last belonged to. */
export async function listPermissionOwners(db: Connection): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('permission_owners').selectAll().execute()
  return new Map(rows.map(({ menu_id, report_id }) => [menu_id, report_id]))
}

/** Stores the report that a permission number belongs to. */
export async function storePermissionOwner(db: Connection, menuId: number, reportId: string): Promise<void> {
  await db
    .insertInto('permission_owners')
    .values({ menu_id: menuId, report_id: reportId })
    .onConflict((conflict) => conflict.column('menu_id').doUpdateSet({ report_id: reportId }))
    .execute()
}

/** Counts the roles and users with a stored right; role 1 does not count, because it has every right. */
export async function countHolders(db: Connection, menuId: number): Promise<Holders> {
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
