import { expect, test } from 'vitest'
import { mapInTurns } from '../../../src/server/datasets/turns.ts'

test('a list that takes long to map lets other work run meanwhile, and keeps its order (N13)', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const list = Array.from({ length: 20 }, (_, index) => index)
  const mapped = await mapInTurns(list, (index) => {
    const until = performance.now() + 6
    while (performance.now() < until);
    return index * 2
  })
  clearImmediate(timer)
  expect(mapped).toEqual(list.map((index) => index * 2))
  expect(turns).toBeGreaterThanOrEqual(4)
})
