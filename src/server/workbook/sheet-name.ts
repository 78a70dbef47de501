const LONGEST = 31
const UNFIT = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu

const trim = (name: string) => name.replaceAll(/^[' ]+|[' ]+$/g, '')

/** A name that a worksheet may have: none of `[]:*?/\`, no quote at its ends, at most 31 characters (S50). */
export function sheetNameOf(wish: string): string {
  const allowed = wish
    .replaceAll(UNFIT, '')
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const short = trim(trim(allowed).slice(0, LONGEST).replaceAll(UNFIT, ''))
  return short === '' || short.toLowerCase() === 'history' ? 'Report' : short
}
