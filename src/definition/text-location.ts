/** A location in a text; both numbers start at 1. */
export interface Location {
  readonly line: number
  readonly column: number
}

/** Returns a function that finds the location of an offset in a text. */
export function createLineIndex(text: string): (offset: number) => Location {
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

/** The first byte that is no UTF-8: where the first sequence begins that does not decode. */
export function findInvalidByte(bytes: Uint8Array): number | null {
  if (decodes(bytes, bytes.length, false)) return null
  let [good, bad] = [0, bytes.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (decodes(bytes, middle, true)) good = middle
    else bad = middle
  }
  let start = good
  while (start > 0 && !decodes(bytes, start, false)) start--
  return start
}

/** Whether the bytes before an index are UTF-8; with `stream` they may end within a sequence. */
function decodes(bytes: Uint8Array, length: number, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream })
    return true
  } catch {
    return false
  }
}

/** Finds the offset of a character of a text in JSON, whose escapes are longer than what they stand for. */
export function findCharacter(json: string, start: number, index: number): number {
  let offset = start
  for (let passed = 0; passed < index; passed++) {
    offset += json[offset] !== '\\' ? 1 : json[offset + 1] === 'u' ? 6 : 2
  }
  return offset
}
