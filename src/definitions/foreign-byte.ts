/** The first byte that is no UTF-8: where the first sequence begins that does not decode. */
export function firstForeignByte(bytes: Uint8Array): number | null {
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

/** Whether what stands before an index is UTF-8; it may end within a sequence where more may follow. */
function decodes(bytes: Uint8Array, length: number, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream })
    return true
  } catch {
    return false
  }
}
