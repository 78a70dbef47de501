/**
 * Moves positions apart so that neighbours keep a distance of `gap` within `from` and `to`, in the order given.
 * Positions that fit stay where they are; where all cannot fit, they are spread evenly.
 */
export function spread(positions: readonly number[], gap: number, from: number, to: number): number[] {
  const distance = Math.min(gap, positions.length > 1 ? (to - from) / (positions.length - 1) : gap)
  const down: number[] = []
  for (const position of positions) {
    down.push(Math.max(position, from, (down.at(-1) ?? from - distance) + distance))
  }
  const up: number[] = []
  for (const position of down.toReversed()) {
    up.push(Math.min(position, to, (up.at(-1) ?? to + distance) - distance))
  }
  return up.toReversed()
}
