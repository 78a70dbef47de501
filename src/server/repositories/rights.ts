import type { Connection } from '../database/engine.ts'
import { SUPER_ROLE } from './super-role.ts'

/** Whose rights are asked for. */
export interface RightsHolder {
  readonly userId: number
  readonly roleId: number
  readonly ownRights: boolean
}

export interface Right {
  readonly id: number
  readonly name: string
}

/**
 * The menu records that a user may open, by id: the user's own rights once saved, else the role's (R21).
 * Role 1 holds every right there is, also those that a new definition brings.
 */
export async function listRights(db: Connection, holder: RightsHolder): Promise<readonly Right[]> {
  const nodes = db
    .selectFrom('menu_nodes')
    .select(['menu_nodes.id', 'menu_nodes.name'])
    .orderBy('menu_nodes.id')
  if (holder.roleId === SUPER_ROLE) return nodes.execute()
  if (holder.ownRights) {
    return nodes
      .innerJoin('user_rights', 'user_rights.menu_id', 'menu_nodes.id')
      .where('user_rights.user_id', '=', holder.userId)
      .execute()
  }
  return nodes
    .innerJoin('role_rights', 'role_rights.menu_id', 'menu_nodes.id')
    .where('role_rights.role_id', '=', holder.roleId)
    .execute()
}

/** Replaces the rights of a role. */
export async function replaceRoleRights(
  db: Connection,
  roleId: number,
  menuIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('role_rights').where('role_id', '=', roleId).execute()
  if (menuIds.length === 0) return
  await db
    .insertInto('role_rights')
    .values(menuIds.map((menuId) => ({ role_id: roleId, menu_id: menuId })))
    .execute()
}
