/** Control, format, unassigned and other invisible characters; U+2800 is a blank outside the class of blanks. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** U+FFFD, which decoders insert for bytes that they cannot read, so that different inputs become equal (S89). */
export const REPLACEMENT = '\uFFFD'
const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
/** Alphabets with letters that look the same, such as Latin a, Cyrillic а and Greek α. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/**
 * Returns the error of a new user id or role name, to be read after the label of its field; null if it is valid. Names
 * that look the same would let one account impersonate another.
 */
export function findNameError(name: string): string | null {
  const text = name.trim()
  if (INVISIBLE.test(text)) return 'must not contain invisible characters'
  if (text.includes(REPLACEMENT))
    return `must not contain ${REPLACEMENT}, which replaces unreadable characters`
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}]+/u)
  const isMixed = words.some((word) => ALIKE.filter((alphabet) => alphabet.test(word)).length > 1)
  return isMixed ? 'must not mix Latin, Cyrillic and Greek letters in one word' : null
}

/**
 * Normalises a user id or role name for comparison, equally on every engine: ignores case, width, invisible characters
 * and the number of blanks.
 */
export function normalizeName(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(DEFAULT_IGNORABLE, '')
  // Upper and then lower case is closest to Unicode's case folding: ß becomes ss, and every sigma is the same.
  const folded = plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
  return folded.replaceAll(/\s+/gu, ' ').trim()
}
