import type { MenuTreeNode } from '../../../../schemas/api/menu.ts'
import { batches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { listMenuNodes, type MenuNode } from './menu-tree.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { requireRole } from './roles.ts'
import { requireUser } from './users.ts'

/** Names the user whose rights are read. */
export interface PermissionHolder {
  readonly userId: number
  readonly roleId: number
  readonly ownRights: boolean
}

/** Lists the stored menu ids of a role, including those whose menu record is missing. */
export const listRolePermissionIds = async (db: Connection, roleId: number): Promise<readonly number[]> =>
  listUserPermissionIds(db, { userId: 0, roleId, ownRights: false })

export async function storeRolePermissions(
  db: Connection,
  roleId: number,
  menuIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('role_rights').where('role_id', '=', roleId).execute()
  const rows = menuIds.map((menuId) => ({ role_id: roleId, menu_id: menuId }))
  for (const part of batches(rows)) await db.insertInto('role_rights').values(part).execute()
}

/** Replaces the user's own rights, which apply instead of the role's; without any the role's apply again. */
export async function storeUserPermissions(
  db: Connection,
  userId: number,
  menuIds: readonly number[] | null,
): Promise<void> {
  await db.deleteFrom('user_rights').where('user_id', '=', userId).execute()
  const rows = (menuIds ?? []).map((menuId) => ({ user_id: userId, menu_id: menuId }))
  for (const part of batches(rows)) await db.insertInto('user_rights').values(part).execute()
  const own_rights = menuIds === null ? 0 : 1
  await db.updateTable('users').set({ own_rights }).where('id', '=', userId).execute()
}

export interface StoredPermission {
  readonly id: number
  readonly name: string
  /** The report or dashboard that it opens; null for an item of the portal itself. */
  readonly reportId: string | null
}

/**
 * Lists the menu records that a user may open, by id: those of its own rights if it has any, else the role's. Role 1
 * has every right, including those of new definitions.
 */
export async function listPermissions(
  db: Connection,
  holder: PermissionHolder,
): Promise<readonly StoredPermission[]> {
  const nodes = db.selectFrom('menu_nodes').select(['id', 'name', 'report_id as reportId']).orderBy('id')
  const isLimited = holder.roleId !== SUPER_ROLE
  return (isLimited ? nodes.where('id', 'in', selectMenuIds(db, holder)) : nodes).execute()
}

export type PermissionIds = ReadonlySet<number>

/** Contains the permissions of a user: a set of menu ids, or every id, including future ones. */
export type AssignedPermissions = Pick<PermissionIds, 'has'>

export const EVERYTHING: AssignedPermissions = { has: () => true }

/**
 * Reads the menu ids that are stored for a user or, without rights of its own, for its role. They include ids whose
 * menu record is missing: the report may be defined again, and then users with the id can open it.
 */
export async function getEffectivePermissions(db: Connection, userId: number): Promise<PermissionIds> {
  const users = db.selectFrom('users').select(['role_id as roleId', 'own_rights as ownRights'])
  const holder = await users.where('id', '=', userId).executeTakeFirst()
  if (holder === undefined) return new Set()
  return new Set(await listUserPermissionIds(db, { ...holder, userId, ownRights: holder.ownRights === 1 }))
}

/** Reads the permissions that a caller may grant or revoke: all for role 1, else the stored menu ids. */
export const readAssignedPermissions = async (
  db: Connection,
  caller: PermissionHolder,
): Promise<AssignedPermissions> =>
  caller.roleId === SUPER_ROLE ? EVERYTHING : new Set(await listUserPermissionIds(db, caller))

/** Lists the stored menu ids of a user or, without rights of its own, of its role; includes missing menu records. */
async function listUserPermissionIds(db: Connection, holder: PermissionHolder): Promise<readonly number[]> {
  const rows = await selectMenuIds(db, holder).execute()
  return rows.map(({ menu_id }) => menu_id)
}

const selectMenuIds = (db: Connection, { userId, roleId, ownRights }: PermissionHolder) =>
  ownRights
    ? db.selectFrom('user_rights').select('menu_id').where('user_id', '=', userId)
    : db.selectFrom('role_rights').select('menu_id').where('role_id', '=', roleId)

/** Describes a role or user with the menu and the ids of the items that it may open. */
export interface Principal {
  readonly name: string
  readonly nodes: readonly MenuNode[]
  readonly rights: PermissionIds
}

export interface PrincipalKey {
  readonly kind: 'role' | 'user'
  readonly id: number
}

/** Loads a role with its rights, or a user with its own or its role's. Throws 404 for role 1 and its users. */
export async function loadPrincipal(
  db: Connection,
  { kind, id }: PrincipalKey,
): Promise<Principal & { readonly roleId?: number }> {
  if (kind === 'role') {
    const { name } = await requireRole(db, id)
    const rights = new Set(await listRolePermissionIds(db, id))
    return { name, rights, nodes: await listMenuNodes(db) }
  }
  const { userId: name, roleId } = await requireUser(db, id)
  return { name, roleId, rights: await getEffectivePermissions(db, id), nodes: await listMenuNodes(db) }
}

/** Builds the whole menu tree with the rights of the principal marked. */
export const buildPrincipalTree = ({ nodes, rights }: Principal): MenuTreeNode[] =>
  buildMenuTree(nodes, (id) => rights.has(id))

/**
 * Builds the trees of menu records below `parentId` (null for the whole menu), with those in `enabled` marked. Siblings
 * keep the order of the list.
 */
export const buildMenuTree = (
  nodes: readonly MenuNode[],
  enabled: (id: number) => boolean,
  parentId: number | null = null,
): MenuTreeNode[] =>
  nodes
    .filter((node) => node.parentId === parentId)
    .map(({ id, name, description }) => {
      const child = buildMenuTree(nodes, enabled, id)
      return { id, name, description, enabled: enabled(id), child: child.length === 0 ? null : child }
    })
