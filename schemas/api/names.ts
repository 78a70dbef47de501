/** Control, format, private, unassigned and other characters that do not show; U+2800 is a blank that is none by its class. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
/** Alphabets with letters that look the same, such as Latin a, Cyrillic а and Greek α. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/**
 * What is wrong with a new user id or role name, to be read after the label of its field; null where nothing is.
 * Names that cannot be told apart by looking at them are how one account passes for another.
 */
export function findNameError(name: string): string | null {
  const text = name.trim()
  if (INVISIBLE.test(text)) return 'must not hold characters that do not show'
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}]+/u)
  const isMixed = words.some((word) => ALIKE.filter((alphabet) => alphabet.test(word)).length > 1)
  return isMixed ? 'must not mix Latin, Cyrillic and Greek letters in one word' : null
}

/**
 * The form by which user ids and role names are compared, the same on every engine: without regard to case, width,
 * invisible characters and the number of blanks.
 */
export function normalizeName(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(DEFAULT_IGNORABLE, '')
  // Upper and then lower case comes nearest to Unicode's case folding: ß is ss, and every sigma the same.
  const folded = plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
  return folded.replaceAll(/\s+/gu, ' ').trim()
}
