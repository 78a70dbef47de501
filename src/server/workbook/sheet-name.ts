const LONGEST = 31

/** A name that a worksheet may have: none of `[]:*?/\`, no quote at its ends, at most 31 characters (S50). */
export function sheetNameOf(wish: string): string {
  const allowed = wish
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[[\]:*?/\\]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const short = trim([...trim(allowed)].reduce((name, char) => fits(name + char) ?? name, ''))
  return short === '' || short.toLowerCase() === 'history' ? 'Report' : short
}

const fits = (name: string) => (name.length <= LONGEST ? name : null)
const trim = (name: string) => name.replaceAll(/^[' ]+|[' ]+$/g, '')
