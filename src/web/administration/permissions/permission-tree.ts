import * as z from 'zod/mini'
import { lenient } from '../../../../schemas/api/lenient.ts'
import { MenuTreeLeaf } from '../../../../schemas/api/menu.ts'

/** Describes a menu item and whether its permission is granted; the list of children of a leaf is null. */
export type PermissionNode = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly child: readonly PermissionNode[] | null
}

/** Says which items are on, by id. */
export type Grants = ReadonlyMap<number, boolean>

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

/** Returns an item and everything above it, from the top; empty for one that is not in the tree. */
const findBranch = (tree: readonly PermissionNode[], id: number): readonly PermissionNode[] => {
  for (const node of tree) {
    if (node.id === id) return [node]
    const below = findBranch(getChildren(node), id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** Returns the grants that turn one item on with all its ancestors, or off alone. */
export const setLeaf = (tree: readonly PermissionNode[], id: number, enabled: boolean): Grants =>
  new Map(enabled ? findBranch(tree, id).map((node) => [node.id, true]) : [[id, false]])

/**
 * Returns the grants that turn a group and everything below it on or off. Turning it on also enables the ancestors of the
 * group, as for a leaf; nothing else outside the group changes.
 */
export const setGroup = (tree: readonly PermissionNode[], id: number, enabled: boolean): Grants => {
  const inside = flatten(findBranch(tree, id).slice(-1))
  return new Map([...setLeaf(tree, id, enabled), ...inside.map((node) => [node.id, enabled] as const)])
}

/** Returns the ids of all collapsible groups. */
export const listGroups = (tree: readonly PermissionNode[], depth = 0): readonly number[] =>
  tree.flatMap((node) => (isLeaf(node, depth) ? [] : [node.id, ...listGroups(getChildren(node), depth + 1)]))

/** Counts the changed items that have a switch, and the changed groups above them. */
export const countChanged = (tree: readonly PermissionNode[], changes: Grants) => {
  const groups = listGroups(tree).filter((id) => changes.has(id)).length
  return { items: changes.size - groups, groups }
}

const flatten = (tree: readonly PermissionNode[]): readonly PermissionNode[] =>
  tree.flatMap((node) => [node, ...flatten(getChildren(node))])

/** Returns the state of every item of a tree, by id. */
export const listGranted = (tree: readonly PermissionNode[]): Grants =>
  new Map(flatten(tree).map((node) => [node.id, node.enabled]))

/** Returns the tree with the states of `grants`, by id; items missing there do not change. */
export const applyGranted = (tree: readonly PermissionNode[], grants: Grants): readonly PermissionNode[] =>
  tree.map((node) => ({
    ...node,
    enabled: grants.get(node.id) ?? node.enabled,
    child: node.child === null ? null : applyGranted(node.child, grants),
  }))

/** Counts the items of a tree that differ from the role. */
export const countDifferences = (tree: readonly PermissionNode[], role: Grants): number =>
  flatten(tree).filter((node) => hasChanges(node, role)).length

/** Says whether an item differs from the role; an item missing from the role's tree does not. */
export const hasChanges = (node: PermissionNode, role: Grants | null): boolean => {
  const granted = role?.get(node.id)
  return granted !== undefined && granted !== node.enabled
}

/** Returns the number of leaves of a group, and of those that are on. */
export const countLeaves = (node: PermissionNode, depth: number) => {
  const leaves = listLeaves(node, depth)
  return { on: leaves.filter(({ enabled }) => enabled).length, all: leaves.length }
}

const listLeaves = (node: PermissionNode, depth: number): readonly PermissionNode[] =>
  isLeaf(node, depth) ? [node] : getChildren(node).flatMap((child) => listLeaves(child, depth + 1))
