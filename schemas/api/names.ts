/** Control, format, unassigned and other invisible characters; U+2800 is a blank outside the class of blanks. */
export const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** U+FFFD, which decoders insert for bytes that they cannot read, so that different inputs become equal. */
export const REPLACEMENT = '\uFFFD'
const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const EAST_ASIAN =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}'
/** Scripts whose letters look like each other's and those of further scripts; East Asian ones differ from all. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek'].map((script) => ({
  letters: new RegExp(`\\p{Script=${script}}`, 'u'),
  otherLetters: new RegExp(`(?![\\p{Script=${script}}\\p{Script=Common}${EAST_ASIAN}])\\p{L}`, 'u'),
}))
/** Latin letters of phonetics, many of which look like those of the alphabet; without letters of African languages. */
const PHONETIC =
  /[\u01C0-\u01C3\u0250-\u0252\u0255\u0258\u025A\u025C-\u0262\u0264-\u0271\u0273-\u028A\u028C-\u02AF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF\uAB30-\uAB6F]/

/**
 * Returns the error of a new user id or role name, to be read after the label of its field; null if it is valid. Names
 * that look the same would let one account impersonate another.
 */
export function findNameError(name: string): string | null {
  const text = name.trim()
  if (INVISIBLE.test(text)) return 'must not contain invisible characters'
  if (text.includes(REPLACEMENT))
    return `must not contain ${REPLACEMENT}, which replaces unreadable characters`
  const plain = text.normalize('NFKC')
  if (PHONETIC.test(plain)) return 'must not contain phonetic letters'
  const words = plain.split(/[^\p{L}\p{M}]+/u)
  const isMixed = words.some((word) =>
    ALIKE.some(({ letters, otherLetters }) => letters.test(word) && otherLetters.test(word)),
  )
  return isMixed ? 'must not mix letters of different scripts in one word' : null
}

/** How the history names commands, the server itself and addresses as authors. */
const AUTHOR = /^(?:(?:command line|server) ?\(|[a-z][a-z\d+.-]*:\/\/)/

/** Returns the error of a new user id, as `findNameError`. */
export function findUserIdError(userId: string): string | null {
  const isAuthor = AUTHOR.test(normalizeName(userId))
  return isAuthor ? 'must not look like an author that the history names' : findNameError(userId)
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
