import fc from 'fast-check'
import {
  applyGranted,
  getChildren,
  isLeaf,
  type PermissionNode,
  setGroup,
  setLeaf,
} from '../../src/web/administration/permissions/permission-tree.ts'

/** The path of an item: its index among the roots, then among their children, and so on. */
export type Path = readonly number[]

/** An item of any shape down to four levels (spec 9.2). */
const arbitraryNode = (depth: number, enabled: fc.Arbitrary<boolean>): fc.Arbitrary<PermissionNode> =>
  fc.record({
    id: fc.constant(0),
    name: fc.string({ maxLength: 5 }),
    description: fc.string({ maxLength: 5 }),
    enabled,
    child:
      depth === 3
        ? fc.constantFrom(null, [])
        : fc.option(fc.array(arbitraryNode(depth + 1, enabled), { maxLength: 3 }), { freq: 4 }),
  })

/** Any tree in which all ancestors of an enabled item are enabled. Each item has an id of its own. */
export const anyTree = fc.array(arbitraryNode(0, fc.boolean()), { maxLength: 3 }).map((tree) =>
  number(
    tree.map((root) => withoutOrphans(root, 0)),
    [1],
  ),
)

/** Numbers the items by their paths. */
const number = (tree: readonly PermissionNode[], above: Path): readonly PermissionNode[] =>
  tree.map((node, index) => {
    const path = [...above, index]
    return { ...node, id: Number(path.join('')), child: node.child && number(node.child, path) }
  })

const withoutOrphans = (node: PermissionNode, depth: number): PermissionNode => {
  const child = getChildren(node).map((each) => withoutOrphans(each, depth + 1))
  return {
    ...node,
    enabled: node.enabled || child.some((each) => each.enabled),
    child: node.child === null ? null : child,
  }
}

/** One action of a user on the tree. */
export type Click =
  | { readonly on: 'leaf'; readonly id: number; readonly enabled: boolean }
  | { readonly on: 'group'; readonly id: number; readonly enabled: boolean }

/** The targets of clicks: leaves, and the groups of depth 1. */
const listTargets = (tree: readonly PermissionNode[], depth = 0): readonly Omit<Click, 'enabled'>[] =>
  tree.flatMap((node) => {
    const { id } = node
    if (isLeaf(node, depth)) return [{ on: 'leaf' as const, id }]
    const below = listTargets(getChildren(node), depth + 1)
    return depth === 1 ? [{ on: 'group' as const, id }, ...below] : below
  })

/** Clicks as numbers; `readClicks` resolves them against a tree. */
export const anyClicks = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 12 })

export const readClicks = (tree: readonly PermissionNode[], raw: readonly (readonly [number, boolean])[]) => {
  const targets = listTargets(tree)
  return raw.flatMap(([number, enabled]): Click[] => {
    const target = targets[number % Math.max(1, targets.length)]
    return target === undefined ? [] : [{ ...target, enabled }]
  })
}

export const click = (
  tree: readonly PermissionNode[],
  { on, id, enabled }: Click,
): readonly PermissionNode[] => applyGranted(tree, (on === 'leaf' ? setLeaf : setGroup)(tree, id, enabled))

type LocatedNode = { readonly path: Path; readonly node: PermissionNode }

/** Every item with its path. */
export const listNodes = (tree: readonly PermissionNode[], above: Path = []): readonly LocatedNode[] =>
  tree.flatMap((node, index) => {
    const path = [...above, index]
    return [{ path, node }, ...listNodes(getChildren(node), path)]
  })

export const isAbove = (upper: Path, lower: Path): boolean =>
  upper.length < lower.length && upper.every((step, index) => step === lower[index])
