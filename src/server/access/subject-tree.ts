import type { MenuTreeNode } from '../../../schemas/menu-tree.ts'
import type { Connection } from '../database/engine.ts'
import { menuTree } from '../menu-tree.ts'
import { listRoleRightIds } from '../repositories/granted-rights.ts'
import { listMenuNodes, type MenuNode } from '../repositories/menu-nodes.ts'
import { effectiveRights, type MenuIds } from './effective-rights.ts'
import { shownRole, shownUser } from './shown-records.ts'

/** A role or user together with the menu and what of it is open to that role or user. */
export interface Subject {
  readonly name: string
  readonly nodes: readonly MenuNode[]
  readonly rights: MenuIds
}

/** A role with its rights; 404 for role 1 (R37). */
export async function roleSubject(db: Connection, roleId: number): Promise<Subject> {
  const { name } = await shownRole(db, roleId)
  const rights = new Set(await listRoleRightIds(db, roleId))
  return { name, rights, nodes: await listMenuNodes(db) }
}

/** A user with the rights in force, its own or its role's (R21); 404 for users of role 1 (R37). */
export async function userSubject(db: Connection, userId: number): Promise<Subject & { roleId: number }> {
  const { userId: name, roleId } = await shownUser(db, userId)
  return { name, roleId, rights: await effectiveRights(db, userId), nodes: await listMenuNodes(db) }
}

/** The whole menu with the subject's rights marked. */
export function treeOf({ nodes, rights }: Subject): MenuTreeNode[] {
  return menuTree(nodes, (id) => rights.has(id))
}
