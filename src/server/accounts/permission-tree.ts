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

/** Names a role or user by its number. */
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
