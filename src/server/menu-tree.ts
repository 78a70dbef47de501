import type { MenuTreeNode } from '../../schemas/menu-tree.ts'
import type { MenuNode } from './repositories/menu-nodes.ts'

/**
 * Arranges menu records as trees below `parentId` (null for the whole), marking those in `enabled`.
 * Records keep the order of the list within their parent.
 */
export function menuTree(
  nodes: readonly MenuNode[],
  enabled: (id: number) => boolean,
  parentId: number | null = null,
): MenuTreeNode[] {
  return nodes
    .filter((node) => node.parentId === parentId)
    .map(({ id, name, description }) => {
      const child = menuTree(nodes, enabled, id)
      return { id, name, description, enabled: enabled(id), child: child.length === 0 ? null : child }
    })
}
