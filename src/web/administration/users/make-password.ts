/** Characters that nobody takes for others when a password is read out: 32, so that each is 5 random bits. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Makes a password of 100 random bits, in four groups of five characters. */
export function makePassword(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(20))]
  const text = bytes.map((byte) => CHARACTERS[byte % CHARACTERS.length]).join('')
  return text.replaceAll(/.{5}(?=.)/g, '$&-')
}
