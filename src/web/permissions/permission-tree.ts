import * as z from 'zod/mini'
import { lenient } from '../../../schemas/api/lenient.ts'
import { MenuTreeLeaf } from '../../../schemas/api/menu.ts'

/** A menu item with the right to it; leaves have no list of children. */
export type PermissionNode = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly child: readonly PermissionNode[] | null
}

/** Where an item stands: its place among the roots, among their children, and so on. */
export type Path = readonly number[]

/** The deepest of the four levels. */
const LAST_DEPTH = 3

export const getChildren = (right: PermissionNode): readonly PermissionNode[] => right.child ?? []

/** Whether an item is shown as a tile with a switch: the deepest level, or nothing below. */
export const isLeaf = (right: PermissionNode, depth: number): boolean =>
  depth >= LAST_DEPTH || getChildren(right).length === 0

const { shape } = lenient(MenuTreeLeaf, ['id', 'name'])

/** A node of the tree as the browser reads it: a missing list of children is null. */
export const PermissionNode: z.ZodMiniType<PermissionNode> = z.object({
  ...shape,
  get child() {
    return z.pipe(
      z.nullish(z.array(PermissionNode)),
      z.transform((children) => children ?? null),
    )
  },
})

const editAt = (
  tree: readonly PermissionNode[],
  [place, ...below]: Path,
  enablesAbove: boolean,
  edit: (right: PermissionNode) => PermissionNode,
): readonly PermissionNode[] =>
  tree.map((right, index) => {
    if (index !== place) return right
    if (below.length === 0) return edit(right)
    return {
      ...right,
      enabled: right.enabled || enablesAbove,
      child: editAt(getChildren(right), below, enablesAbove, edit),
    }
  })

const setAll = (right: PermissionNode, enabled: boolean): PermissionNode => ({
  ...right,
  enabled,
  child: right.child === null ? null : right.child.map((child) => setAll(child, enabled)),
})

/** Turns one item on with all its ancestors, or off alone. */
export const setLeaf = (
  tree: readonly PermissionNode[],
  path: Path,
  enabled: boolean,
): readonly PermissionNode[] => editAt(tree, path, enabled, (right) => ({ ...right, enabled }))

/**
 * Turns a group and all below it on or off. Turning it on enables the group's ancestors too, as it
 * enables leaves; nothing else outside the group changes.
 */
export const setGroup = (
  tree: readonly PermissionNode[],
  path: Path,
  enabled: boolean,
): readonly PermissionNode[] => editAt(tree, path, enabled, (right) => setAll(right, enabled))

/** A path as a key for sets and lists. */
export const getNodeKey = (path: Path): string => path.join('/')

/** The keys of all collapsible groups. */
export const listGroupKeys = (tree: readonly PermissionNode[], above: Path = []): readonly string[] =>
  tree.flatMap((right, index) => {
    const path = [...above, index]
    return isLeaf(right, above.length) ? [] : [getNodeKey(path), ...listGroupKeys(getChildren(right), path)]
  })

const flatten = (tree: readonly PermissionNode[]): readonly PermissionNode[] =>
  tree.flatMap((right) => [right, ...flatten(getChildren(right))])

/** How many items are on in one of two trees of the same shape and off in the other. */
export const countChanges = (saved: readonly PermissionNode[], tree: readonly PermissionNode[]): number => {
  if (saved === tree) return 0
  const before = flatten(saved)
  return flatten(tree).filter((right, index) => right.enabled !== before[index]?.enabled).length
}

/** What a tree grants, by id. */
export const listGranted = (tree: readonly PermissionNode[]): ReadonlyMap<number, boolean> =>
  new Map(flatten(tree).map((right) => [right.id, right.enabled]))

/** A tree with what is granted taken from elsewhere, by id; an item that is unknown there stays as it is. */
export const applyGranted = (
  tree: readonly PermissionNode[],
  grants: ReadonlyMap<number, boolean>,
): readonly PermissionNode[] =>
  tree.map((right) => ({
    ...right,
    enabled: grants.get(right.id) ?? right.enabled,
    child: right.child === null ? null : applyGranted(right.child, grants),
  }))

/** The items that two trees have in common and that are on in one and off in the other, as in the second. */
export const listDifferences = (
  mine: readonly PermissionNode[],
  theirs: readonly PermissionNode[],
): readonly PermissionNode[] => {
  const grants = listGranted(mine)
  return flatten(theirs).filter((right) => hasChanges(right, grants))
}

/** How many items of a tree differ from what a role grants. */
export const countDifferences = (
  tree: readonly PermissionNode[],
  role: ReadonlyMap<number, boolean>,
): number => flatten(tree).filter((right) => hasChanges(right, role)).length

/** Whether an item differs from what a role grants; an item that the role's tree lacks does not. */
export const hasChanges = (right: PermissionNode, role: ReadonlyMap<number, boolean> | null): boolean => {
  const granted = role?.get(right.id)
  return granted !== undefined && granted !== right.enabled
}

/** The leaves of a group and how many of them are on. */
export const countLeaves = (
  right: PermissionNode,
  depth: number,
): { readonly on: number; readonly all: number } => {
  if (isLeaf(right, depth)) return { on: right.enabled ? 1 : 0, all: 1 }
  const counts = getChildren(right).map((child) => countLeaves(child, depth + 1))
  return {
    on: counts.reduce((sum, count) => sum + count.on, 0),
    all: counts.reduce((sum, count) => sum + count.all, 0),
  }
}
