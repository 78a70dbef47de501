import { UNPRINTABLE } from '../../schemas/dataset/texts.ts'

/** The most characters of a value of an open dimension. */
export const MAX_VALUE_LENGTH = 200

/** The form in which values are stored, for messages. */
export const VALUE_FORM = `one line of 1 to ${MAX_VALUE_LENGTH} characters with single blanks`

/** Writes a text as it is compared and stored: in NFC, trimmed, with single blanks. */
export const formatValue = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .replaceAll(/[^\S\r\n]+/g, ' ')

/** Returns the value of an open dimension that a text means; null if it can be none. */
export function normalizeValue(text: string): string | null {
  const value = formatValue(text)
  return value === '' || value.length > MAX_VALUE_LENGTH || UNPRINTABLE.test(value) ? null : value
}
