import { chunksOf } from '../database/chunks.ts'
import type { Connection } from '../database/engine.ts'

/** The menu ids that a role opens, without those whose menu record is gone for now. */
export async function listRoleRightIds(db: Connection, roleId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('role_rights')
    .innerJoin('menu_nodes', 'menu_nodes.id', 'role_rights.menu_id')
    .select('menu_nodes.id')
    .where('role_rights.role_id', '=', roleId)
    .orderBy('menu_nodes.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Makes these the rights of a role; a right whose menu record is gone for now stays as it is (R66). */
export async function storeRoleRights(
  db: Connection,
  roleId: number,
  menuIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('role_rights')
    .where('role_id', '=', roleId)
    .where('menu_id', 'in', (select) => select.selectFrom('menu_nodes').select('menu_nodes.id'))
    .execute()
  const rows = menuIds.map((menuId) => ({ role_id: roleId, menu_id: menuId }))
  for (const part of chunksOf(rows)) await db.insertInto('role_rights').values(part).execute()
}

/** Makes these the user's own rights, which from now on stand in place of the role's (R21). */
export async function storeUserRights(
  db: Connection,
  userId: number,
  menuIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('user_rights').where('user_id', '=', userId).execute()
  const rows = menuIds.map((menuId) => ({ user_id: userId, menu_id: menuId }))
  for (const part of chunksOf(rows)) await db.insertInto('user_rights').values(part).execute()
  await db.updateTable('users').set({ own_rights: 1 }).where('id', '=', userId).execute()
}

/** Gives a user back to the rights of its role (R21). */
export async function dropUserRights(db: Connection, userId: number): Promise<void> {
  await db.deleteFrom('user_rights').where('user_id', '=', userId).execute()
  await db.updateTable('users').set({ own_rights: 0 }).where('id', '=', userId).execute()
}
