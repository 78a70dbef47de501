/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** A whole number from 0, below `limit`. */
  readonly below: (limit: number) => number
  readonly pick: <T>(items: readonly T[]) => T
  readonly some: <T>(items: readonly T[]) => T[]
}

/** The mulberry32 generator. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('there is nothing to pick')
      return item
    },
    some: (items) => items.filter(() => below(2) === 1),
  }
}
