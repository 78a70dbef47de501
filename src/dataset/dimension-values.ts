import { UNPRINTABLE } from '../../schemas/dataset/texts.ts'

/** The most characters of a value of an open dimension. */
export const MAX_VALUE_LENGTH = 200

/** The form in which values are stored, for messages. */
export const VALUE_FORM = `one line of 1 to ${MAX_VALUE_LENGTH} characters with single blanks`

/** Returns the value of an open dimension that a text means, as it is compared and stored; null if it can be none. */
export function normalizeValue(text: string): string | null {
  const value = text
    .normalize('NFC')
    .trim()
    .replaceAll(/[^\S\r\n]+/g, ' ')
  return value === '' || value.length > MAX_VALUE_LENGTH || UNPRINTABLE.test(value) ? null : value
}
