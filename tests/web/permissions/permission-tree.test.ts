import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countChanges,
  countDifferences,
  countLeaves,
  hasChanges,
  listGranted,
  listGroupKeys,
  isLeaf,
  getNodeKey,
  type PermissionNode,
  setGroup,
  setLeaf,
  buildTree,
} from '../../../src/web/permissions/permission-tree.ts'
import { anyClicks, anyTree, click, isAbove, placed, readClicks } from '../../support/arbitrary-tree.ts'

const node = (
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
  placed(tree)
    .filter(({ right }) => right.enabled)
    .map(({ right }) => right.id)

/** 1 > (11, 13 > (16, 17 > (171))), all off. */
const small = [
  node(1, false, [node(11, false), node(13, false, [node(16, false), node(17, false, [node(171, false)])])]),
]

describe('clicks (spec 4.12)', () => {
  test('a leaf that is turned on turns its ancestors on', () => {
    expect(enabledIds(setLeaf(small, [0, 1, 1, 0], true))).toEqual([1, 13, 17, 171])
    expect(enabledIds(setLeaf(small, [0, 0], true))).toEqual([1, 11])
  })

  test('a leaf that is turned off leaves its ancestors on', () => {
    const on = setLeaf(small, [0, 1, 1, 0], true)
    expect(enabledIds(setLeaf(on, [0, 1, 1, 0], false))).toEqual([1, 13, 17])
  })

  test('Enable All and Disable All set a group and all below it', () => {
    const on = setGroup(small, [0, 1], true)
    expect(enabledIds(on)).toEqual([1, 13, 16, 17, 171])
    expect(enabledIds(setGroup(on, [0, 1], false))).toEqual([1])
  })

  test('any tree, any clicks: the ancestors of an enabled leaf are enabled', () => {
    fc.assert(
      fc.property(anyTree, anyClicks, (tree, raw) => {
        const items = placed(readClicks(tree, raw).reduce(click, tree))
        for (const { path, right } of items) {
          if (!right.enabled || !isLeaf(right, path.length - 1)) continue
          const above = items.filter((item) => isAbove(item.path, path))
          expect(above.every((item) => item.right.enabled)).toBe(true)
        }
      }),
    )
  })

  test('any tree, any click that disables: nothing above and nothing beside changes', () => {
    fc.assert(
      fc.property(anyTree, anyClicks, (tree, raw) => {
        for (const made of readClicks(tree, raw).filter(({ enabled }) => !enabled)) {
          const after = placed(click(tree, made))
          for (const [index, { path, right }] of placed(tree).entries()) {
            const isInside = getNodeKey(path) === getNodeKey(made.path) || isAbove(made.path, path)
            const now = after[index]?.right.enabled
            expect(now).toBe(
              isInside && (made.on === 'group' || getNodeKey(path) === getNodeKey(made.path))
                ? false
                : right.enabled,
            )
          }
        }
      }),
    )
  })

  test('any tree, Enable All: outside the group nothing changes but its own ancestors, which are enabled', () => {
    fc.assert(
      fc.property(anyTree, anyClicks, (tree, raw) => {
        for (const made of readClicks(tree, raw).filter(({ on }) => on === 'group')) {
          const after = placed(setGroup(tree, made.path, true))
          for (const [index, { path, right }] of placed(tree).entries()) {
            const isMeant =
              getNodeKey(path) === getNodeKey(made.path) ||
              isAbove(made.path, path) ||
              isAbove(path, made.path)
            expect(after[index]?.right.enabled).toBe(isMeant || right.enabled)
          }
        }
      }),
    )
  })

  test('any clicks: only `enabled` ever changes, and the given tree does not', () => {
    const shape = (tree: readonly PermissionNode[]) =>
      placed(tree).map(({ path, right }) => [path, { ...right, enabled: 0, child: 0 }])
    fc.assert(
      fc.property(anyTree, anyClicks, (tree, raw) => {
        const before = JSON.stringify(tree)
        const after = readClicks(tree, raw).reduce(click, tree)
        expect(shape(after)).toEqual(shape(tree))
        expect(JSON.stringify(tree)).toBe(before)
      }),
    )
  })
})

describe('what is saved is what is shown', () => {
  test('a tree survives the way to the server and back, and then has no changes', () => {
    fc.assert(
      fc.property(anyTree, anyClicks, (tree, raw) => {
        const shown = readClicks(tree, raw).reduce(click, tree)
        const answered = buildTree(JSON.parse(JSON.stringify(shown)))
        expect(answered).toEqual(shown)
        expect(countChanges(answered, shown)).toBe(0)
      }),
    )
  })

  test('an item with no list of children, or with more than the contract names, is read (spec 3.4)', () => {
    const sent = { id: 2, name: 'Roles', description: '', enabled: true, isOpen: true }
    expect(buildTree([sent])).toEqual([{ id: 2, name: 'Roles', description: '', enabled: true, child: null }])
  })

  test('changes are counted item by item', () => {
    expect(countChanges(small, small)).toBe(0)
    expect(countChanges(small, setLeaf(small, [0, 1, 0], true))).toBe(3)
  })
})

describe('what is shown', () => {
  test('leaves are the fourth level and whatever has no children (spec 2.10)', () => {
    expect(isLeaf(node(1, false), 0)).toBe(true)
    expect(isLeaf(node(1, false, []), 1)).toBe(true)
    expect(isLeaf(node(1, false, [node(2, false)]), 2)).toBe(false)
    expect(isLeaf(node(1, false, [node(2, false)]), 3)).toBe(true)
  })

  test('every group has a key of its own', () => {
    expect(listGroupKeys(small)).toEqual(['0', '0/1', '0/1/1'])
  })

  test('a group counts its leaves', () => {
    const some = [setLeaf(small, [0, 1, 0], true)].flat()
    expect(some.map((root) => countLeaves(root, 0))).toEqual([{ on: 1, all: 3 }])
  })

  test('a right that differs from the role is told (spec 2.10)', () => {
    const role = listGranted(small)
    const own = setLeaf(small, [0, 0], true)
    expect(countDifferences(own, role)).toBe(2)
    expect(hasChanges(node(999, true), role)).toBe(false)
    expect(hasChanges(node(11, true), null)).toBe(false)
  })
})
