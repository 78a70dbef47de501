import fc from 'fast-check'
import {
  getChildren,
  isLeaf,
  type Path,
  type PermissionNode,
  setGroup,
  setLeaf,
} from '../../src/web/permissions/permission-tree.ts'

/** An item of any shape down to four levels (spec 9.2). */
const right = (depth: number, enabled: fc.Arbitrary<boolean>): fc.Arbitrary<PermissionNode> =>
  fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    name: fc.string({ maxLength: 5 }),
    description: fc.string({ maxLength: 5 }),
    enabled,
    child:
      depth === 3
        ? fc.constantFrom(null, [])
        : fc.option(fc.array(right(depth + 1, enabled), { maxLength: 3 }), { freq: 4 }),
  })

/** Any tree whose leaves stand below enabled items or are off: all that clicks are made on. */
export const anyTree = fc
  .array(right(0, fc.boolean()), { maxLength: 3 })
  .map((tree) => tree.map((root) => withoutOrphans(root, 0)))

const withoutOrphans = (node: PermissionNode, depth: number): PermissionNode => {
  const child = getChildren(node).map((each) => withoutOrphans(each, depth + 1))
  return {
    ...node,
    enabled: node.enabled || child.some((each) => each.enabled),
    child: node.child === null ? null : child,
  }
}

/** One thing a person does to the tree. */
export type Click =
  | { readonly on: 'leaf'; readonly path: Path; readonly enabled: boolean }
  | { readonly on: 'group'; readonly path: Path; readonly enabled: boolean }

/** Everything there is to click: leaves, and the groups of depth 1. */
const targetsOf = (tree: readonly PermissionNode[], above: Path = []): readonly Omit<Click, 'enabled'>[] =>
  tree.flatMap((node, index) => {
    const path = [...above, index]
    if (isLeaf(node, above.length)) return [{ on: 'leaf' as const, path }]
    const below = targetsOf(getChildren(node), path)
    return above.length === 1 ? [{ on: 'group' as const, path }, ...below] : below
  })

/** Clicks as numbers, read against the tree that they meet. */
export const anyClicks = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 12 })

export const readClicks = (tree: readonly PermissionNode[], raw: readonly (readonly [number, boolean])[]) => {
  const targets = targetsOf(tree)
  return raw.flatMap(([number, enabled]): Click[] => {
    const target = targets[number % Math.max(1, targets.length)]
    return target === undefined ? [] : [{ ...target, enabled }]
  })
}

export const click = (
  tree: readonly PermissionNode[],
  { on, path, enabled }: Click,
): readonly PermissionNode[] => (on === 'leaf' ? setLeaf(tree, path, enabled) : setGroup(tree, path, enabled))

export type Placed = { readonly path: Path; readonly right: PermissionNode }

/** Every item with its place. */
export const placed = (tree: readonly PermissionNode[], above: Path = []): readonly Placed[] =>
  tree.flatMap((right, index) => {
    const path = [...above, index]
    return [{ path, right }, ...placed(getChildren(right), path)]
  })

export const isAbove = (upper: Path, lower: Path): boolean =>
  upper.length < lower.length && upper.every((step, index) => step === lower[index])
