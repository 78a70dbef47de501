/** Letters and digits that no one takes for another one. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** The largest byte that gives every character the same chance. */
const LIMIT = 256 - (256 % ALPHABET.length)

/** Generates a password of four readable groups, such as `k7mw-2hpd-xq9e-vt4c`: 79 random bits. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, pickCharacter).join('')).join('-')

const pickCharacter = (): string => {
  for (;;) {
    const [byte = LIMIT] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < LIMIT) return ALPHABET.charAt(byte % ALPHABET.length)
  }
}
