import { chunksOf } from '../database/chunks.ts'
import type { Connection } from '../database/engine.ts'
import type { RightsHolder } from './rights.ts'

/** The stored menu ids of a role, including those whose menu record is missing until its report is defined again. */
export async function listRoleRightIds(db: Connection, roleId: number): Promise<readonly number[]> {
  const rows = await db.selectFrom('role_rights').select('menu_id').where('role_id', '=', roleId).execute()
  return rows.map(({ menu_id }) => menu_id)
}

/** The stored menu ids of a user or, without rights of its own, of its role; missing menu records included (R21). */
export async function listStoredRightIds(
  db: Connection,
  { userId, roleId, ownRights }: RightsHolder,
): Promise<readonly number[]> {
  if (!ownRights) return listRoleRightIds(db, roleId)
  const rows = await db.selectFrom('user_rights').select('menu_id').where('user_id', '=', userId).execute()
  return rows.map(({ menu_id }) => menu_id)
}

/** Makes these the rights of a role. */
export async function storeRoleRights(
  db: Connection,
  roleId: number,
  menuIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('role_rights').where('role_id', '=', roleId).execute()
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
