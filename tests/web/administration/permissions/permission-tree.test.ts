import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyGranted,
  countChanged,
  countDifferences,
  hasChanges,
  listGranted,
  isLeaf,
  PermissionNode,
  setGroup,
  setLeaf,
} from '../../../../src/web/administration/permissions/permission-tree.ts'
import { anyClicks, anyTree, click, isAbove, listNodes, readClicks } from '../../../support/arbitrary-tree.ts'

const buildNode = (
  id: number,
  enabled: boolean,
  child: readonly PermissionNode[] | null = null,
): PermissionNode => ({
  id,
  name: `Item ${id}`,
  description: '',
  enabled,
  child,
})

const enabledIds = (tree: readonly PermissionNode[]): readonly number[] =>
  listNodes(tree)
    .filter(({ node }) => node.enabled)
    .map(({ node }) => node.id)

const setOn = (tree: readonly PermissionNode[], id: number) => applyGranted(tree, setLeaf(tree, id, true))

test('what was clicked is counted apart from the groups above it', () => {
  const tree = [buildNode(1, false, [buildNode(11, false, [buildNode(111, false), buildNode(112, false)])])]
  expect(countChanged(tree, setLeaf(tree, 111, true))).toEqual({ items: 1, groups: 2 })
  expect(countChanged(tree, setGroup(tree, 11, true))).toEqual({ items: 2, groups: 2 })
  expect(countChanged(tree, new Map())).toEqual({ items: 0, groups: 0 })
})

const findPath = (tree: readonly PermissionNode[], id: number) =>
  listNodes(tree).find(({ node }) => node.id === id)?.path ?? []

/** 1 > (11, 13 > (16, 17 > (171))), all off. */
const small = [
  buildNode(1, false, [
    buildNode(11, false),
    buildNode(13, false, [buildNode(16, false), buildNode(17, false, [buildNode(171, false)])]),
  ]),
]

test('a click turns an item or a group on or off, on with all above, and changes nothing else, in any tree (spec 4.12)', () => {
  const list = (tree: readonly PermissionNode[]) =>
    listNodes(tree).map(({ path, node }) => ({ ...node, path, child: null }))
  fc.assert(
    fc.property(anyTree, anyClicks, (tree, raw) => {
      const before = list(tree)
      for (const made of readClicks(tree, raw)) {
        const clicked = findPath(tree, made.id)
        const expected = before.map((node) => {
          const isOf = node.id === made.id || (made.on === 'group' && isAbove(clicked, node.path))
          const isAboveIt = made.enabled && isAbove(node.path, clicked)
          return { ...node, enabled: isOf ? made.enabled : node.enabled || isAboveIt }
        })
        expect(list(click(tree, made))).toEqual(expected)
        expect(list(tree)).toEqual(before)
      }
    }),
  )
})

describe('saved permissions', () => {
  test('accept an item without a list of children, or with undeclared fields (spec 3.4)', () => {
    const sent = { id: 2, name: 'Roles', description: '', enabled: true, isOpen: true }
    const { isOpen: _, ...declared } = sent
    expect(PermissionNode.parse(sent)).toEqual({ ...declared, child: null })
  })
})

test('the changes of a tree can be applied to another version of it (spec 4.11)', () => {
  const theirs = applyGranted(small, setGroup(small, 13, true))
  expect(enabledIds(applyGranted(theirs, setLeaf(small, 11, true)))).toEqual([1, 11, 13, 16, 17, 171])
})

describe('the displayed tree', () => {
  test('has as leaves the fourth level and all items without children (spec 2.10)', () => {
    expect(isLeaf(buildNode(1, false), 0)).toBe(true)
    expect(isLeaf(buildNode(1, false, []), 1)).toBe(true)
    expect(isLeaf(buildNode(1, false, [buildNode(2, false)]), 2)).toBe(false)
    expect(isLeaf(buildNode(1, false, [buildNode(2, false)]), 3)).toBe(true)
  })

  test('marks a permission that differs from the role (spec 2.10)', () => {
    const role = listGranted(small)
    const own = setOn(small, 11)
    expect(countDifferences(own, role)).toBe(2)
    expect(hasChanges(buildNode(999, true), role)).toBe(false)
    expect(hasChanges(buildNode(11, true), null)).toBe(false)
  })
})
