import { expect, test } from 'vitest'
import type { Tile } from '../../../schemas/api/dashboard.ts'
import { divideTiles } from '../../../src/web/dashboard/wall-parts.ts'

let count = 0
const tile = (kind: Tile['kind'], width: number, more: Partial<Tile> = {}): Tile => ({
  id: `${(count += 1)}`,
  kind,
  width,
  ...more,
})
const figures = Array.from({ length: 4 }, () => tile('figure', 3))
const charts = Array.from({ length: 6 }, () => tile('chart', 6))
const table = tile('table', 12)
const sizes = (tiles: readonly Tile[]) => divideTiles(tiles).map((part) => part.length)

test('a wall screen shows few tiles at once, and many in parts of about equal height, in their order', () => {
  expect(sizes([...figures, ...charts.slice(0, 2), table])).toEqual([7])
  const many = [...figures, ...charts, tile('chart', 12), table]
  expect(sizes(many)).toEqual([6, 4, 2])
  expect(divideTiles(many).flat()).toEqual(many)
})

test('a row of tiles stays together, also one that is higher than a part', () => {
  expect(
    sizes([
      tile('text', 12, { text: 'One line.' }),
      tile('chart', 5, { type: 'pie' }),
      tile('table', 7),
      table,
    ]),
  ).toEqual([3, 1])
  const text = Array.from({ length: 60 }, () => 'A line.').join('\n')
  expect(sizes([tile('text', 12, { text }), table])).toEqual([1, 1])
  expect(sizes([])).toEqual([])
})
