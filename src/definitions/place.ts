/** A place in a text, both numbers from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Finds the place of any offset of a text. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
