import { seededRandom } from '../../src/server/data/demo/random.ts'

export type SeededRandom = ReturnType<typeof createSeededRandom>

/** Creates numbers that look random and are the same for the same seed. */
export function createSeededRandom(seed: number) {
  let count = 0
  /** A whole number from 0, below `limit`. */
  const below = (limit: number): number =>
    Math.min(limit - 1, Math.floor(seededRandom(`${seed} ${(count += 1)}`) * limit))
  return {
    below,
    pick: <T>(items: readonly T[]): T => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('there is nothing to pick')
      return item
    },
    some: <T>(items: readonly T[]): T[] => items.filter(() => below(2) === 1),
  }
}
