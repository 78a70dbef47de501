import * as z from 'zod/mini'
import { lenient } from '../../../../schemas/api/lenient.ts'
import { MenuTreeLeaf } from '../../../../schemas/api/menu.ts'

/** A menu item and whether its permission is granted; the list of children of a leaf is null. */
export type PermissionNode = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly child: readonly PermissionNode[] | null
}

/** The path of an item: its index among the roots, then among their children, and so on. */
export type Path = readonly number[]

/** The deepest of the four levels. */
const LAST_DEPTH = 3

export const getChildren = (node: PermissionNode): readonly PermissionNode[] => node.child ?? []

/** Says whether an item is shown as a tile with a switch: the deepest level, or nothing below. */
export const isLeaf = (node: PermissionNode, depth: number): boolean =>
  depth >= LAST_DEPTH || getChildren(node).length === 0

const { shape } = lenient(MenuTreeLeaf, ['id', 'name'])

/** A node of the tree as the browser reads it: a missing list of children is null. */
export const PermissionNode: z.ZodMiniType<PermissionNode> = z.object({
  ...shape,
  get child() {
    return z.pipe(
      z.optional(z.nullable(z.array(PermissionNode))),
      z.transform((children) => children ?? null),
    )
  },
})

const editAt = (
  tree: readonly PermissionNode[],
  [index, ...below]: Path,
  enablesAbove: boolean,
  edit: (node: PermissionNode) => PermissionNode,
): readonly PermissionNode[] =>
  tree.map((node, position) => {
    if (position !== index) return node
    if (below.length === 0) return edit(node)
    return {
      ...node,
      enabled: node.enabled || enablesAbove,
      child: editAt(getChildren(node), below, enablesAbove, edit),
    }
  })

const setAll = (node: PermissionNode, enabled: boolean): PermissionNode => ({
  ...node,
  enabled,
  child: node.child === null ? null : node.child.map((child) => setAll(child, enabled)),
})

/** Turns one item on with all its ancestors, or off alone. */
export const setLeaf = (
  tree: readonly PermissionNode[],
  path: Path,
  enabled: boolean,
): readonly PermissionNode[] => editAt(tree, path, enabled, (node) => ({ ...node, enabled }))

/**
 * Turns a group and everything below it on or off. Turning it on also enables the ancestors of the group, as for a
 * leaf; nothing else outside the group changes.
 */
export const setGroup = (
  tree: readonly PermissionNode[],
  path: Path,
  enabled: boolean,
): readonly PermissionNode[] => editAt(tree, path, enabled, (node) => setAll(node, enabled))

/** Returns a path as a key for sets and lists. */
export const getNodeKey = (path: Path): string => path.join('/')

/** Returns the keys of all collapsible groups. */
export const listGroupKeys = (tree: readonly PermissionNode[], above: Path = []): readonly string[] =>
  tree.flatMap((node, index) => {
    const path = [...above, index]
    return isLeaf(node, above.length) ? [] : [getNodeKey(path), ...listGroupKeys(getChildren(node), path)]
  })

const flatten = (tree: readonly PermissionNode[]): readonly PermissionNode[] =>
  tree.flatMap((node) => [node, ...flatten(getChildren(node))])

/** Returns the state of every item of a tree, by id. */
export const listGranted = (tree: readonly PermissionNode[]): ReadonlyMap<number, boolean> =>
  new Map(flatten(tree).map((node) => [node.id, node.enabled]))

/** Returns the tree with the states of `grants`, by id; items missing there do not change. */
export const applyGranted = (
  tree: readonly PermissionNode[],
  grants: ReadonlyMap<number, boolean>,
): readonly PermissionNode[] =>
  tree.map((node) => ({
    ...node,
    enabled: grants.get(node.id) ?? node.enabled,
    child: node.child === null ? null : applyGranted(node.child, grants),
  }))

/** Returns the states that a tree changes of another one, by id. */
export const listChanged = (
  before: readonly PermissionNode[],
  after: readonly PermissionNode[],
): ReadonlyMap<number, boolean> => {
  const granted = listGranted(before)
  return new Map([...listGranted(after)].filter(([id, enabled]) => granted.get(id) !== enabled))
}

/** Counts the items of a tree that differ from the role. */
export const countDifferences = (
  tree: readonly PermissionNode[],
  role: ReadonlyMap<number, boolean>,
): number => flatten(tree).filter((node) => hasChanges(node, role)).length

/** Says whether an item differs from the role; an item missing from the role's tree does not. */
export const hasChanges = (node: PermissionNode, role: ReadonlyMap<number, boolean> | null): boolean => {
  const granted = role?.get(node.id)
  return granted !== undefined && granted !== node.enabled
}

/** Returns the number of leaves of a group, and of those that are on. */
export const countLeaves = (
  node: PermissionNode,
  depth: number,
): { readonly on: number; readonly all: number } => {
  if (isLeaf(node, depth)) return { on: node.enabled ? 1 : 0, all: 1 }
  const counts = getChildren(node).map((child) => countLeaves(child, depth + 1))
  return {
    on: counts.reduce((sum, count) => sum + count.on, 0),
    all: counts.reduce((sum, count) => sum + count.all, 0),
  }
}

/** Says whether a permission is granted in the first tree, and not in the second one. */
export const losesPermission = (
  before: readonly PermissionNode[],
  after: readonly PermissionNode[],
  id: number,
): boolean => listGranted(before).get(id) === true && listGranted(after).get(id) === false
