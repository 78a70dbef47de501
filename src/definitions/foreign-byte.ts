/** The first byte that is no UTF-8, found by halving: what stands before it decodes. */
export function firstForeignByte(bytes: Uint8Array): number | null {
  const decodes = (length: number) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), {
        stream: length < bytes.length,
      })
      return true
    } catch {
      return false
    }
  }
  if (decodes(bytes.length)) return null
  let [good, bad] = [0, bytes.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (decodes(middle)) good = middle
    else bad = middle
  }
  return bad - 1
}
