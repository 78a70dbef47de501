import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveColumn } from '../../../src/web/table/columns-panel.tsx'
import { tableOf } from '../../support/sample-table.ts'

const labels = ['A', 'B', 'C', 'D', 'E']
const table = tableOf(labels, [])
const getColumn = (label: string) =>
  table.columns.find((one) => one.label === label) ?? expect.fail(`no column ${label}`)
/** Orders columns as the table does: the named ones first. */
const order = (first: readonly string[]) =>
  [...first, ...labels.filter((label) => !first.includes(label))].map(getColumn)
const move = (first: readonly string[], moved: string, by: -1 | 1, hidden: readonly string[] = []) =>
  moveColumn(table, order(first), getColumn(moved), { by, isShown: ({ label }) => !hidden.includes(label) })

test.each([
  [[], 'C', -1, [], ['A', 'C']],
  [[], 'A', 1, [], ['B']],
  [[], 'A', -1, [], []],
  [['A', 'C'], 'C', 1, [], []],
  [[], 'D', -1, ['B', 'C'], ['D']],
] as const)(
  'from the order %j, moving %s by %i past hidden %j names %j',
  (first, moved, by, hidden, named) => {
    expect(move(first, moved, by, hidden)).toEqual(named)
  },
)

test('a column that moves to the left and back is where it was, and the fewest labels say the order', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(labels), fc.constantFrom(...labels), (first, moved) => {
      const index = order(first).indexOf(getColumn(moved))
      const left = move(first, moved, -1)
      expect(order(left).indexOf(getColumn(moved))).toBe(Math.max(0, index - 1))
      expect(order(move(left, moved, index > 0 ? 1 : -1))).toEqual(order(first))
      expect(order(left.slice(0, -1))).not.toEqual(left.length > 0 ? order(left) : null)
    }),
  )
})
