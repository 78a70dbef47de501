import type { MenuTreeNode } from '../../../schemas/api/menu.ts'
import type { Connection } from '../database/handle.ts'
import { getEffectivePermissions, listRolePermissionIds, type PermissionIds } from './permissions.ts'
import { listMenuNodes, type MenuNode } from './menu.ts'
import { requireRole } from './roles.ts'
import { requireUser } from './users.ts'

/** A role or user with the menu and the ids of the items that it may open. */
export interface Principal {
  readonly name: string
  readonly nodes: readonly MenuNode[]
  readonly rights: PermissionIds
}

/** Loads a role with its rights. Throws 404 for role 1. */
export async function loadRole(db: Connection, roleId: number): Promise<Principal> {
  const { name } = await requireRole(db, roleId)
  const rights = new Set(await listRolePermissionIds(db, roleId))
  return { name, rights, nodes: await listMenuNodes(db) }
}

/** Loads a user with its effective rights, its own or its role's. Throws 404 for users of role 1. */
export async function loadUser(db: Connection, userId: number): Promise<Principal & { roleId: number }> {
  const { userId: name, roleId } = await requireUser(db, userId)
  return { name, roleId, rights: await getEffectivePermissions(db, userId), nodes: await listMenuNodes(db) }
}

/** Builds the whole menu tree with the rights of the principal marked. */
export function buildPrincipalTree({ nodes, rights }: Principal): MenuTreeNode[] {
  return buildMenuTree(nodes, (id) => rights.has(id))
}

/**
 * Builds the trees of menu records below `parentId` (null for the whole menu), with those in `enabled` marked. Siblings
 * keep the order of the list.
 */
export function buildMenuTree(
  nodes: readonly MenuNode[],
  enabled: (id: number) => boolean,
  parentId: number | null = null,
): MenuTreeNode[] {
  return nodes
    .filter((node) => node.parentId === parentId)
    .map(({ id, name, description }) => {
      const child = buildMenuTree(nodes, enabled, id)
      return { id, name, description, enabled: enabled(id), child: child.length === 0 ? null : child }
    })
}
