import { UNPRINTABLE } from '../../schemas/dataset/texts.ts'

/** Short enough for the index of both database engines. */
const MAX_NAME_LENGTH = 500

/** Why a text is not a valid name; null if it is. */
export function findNameError(name: string): string | null {
  return findTextError(name, MAX_NAME_LENGTH, 'name')
}

/** A number that a spreadsheet has shortened: its last digits are lost. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+\d{2,3}$/i

/** Why a text cannot be stored; null if it can. `noun` says what it is. */
export function findTextError(text: string, maxLength: number, noun = 'text'): string | null {
  if (text.length > maxLength) return `has ${text.length} characters; a ${noun} has at most ${maxLength}`
  if (/\p{Cc}|[\p{Zl}\p{Zp}]/u.test(text)) return 'contains a line break or another control character'
  if (UNPRINTABLE.test(text)) return `contains an invisible character; retype the ${noun}`
  return noun === 'name' ? findDigitsError(text) : null
}

/** Says that a text is a number whose digits are lost; null for another text. */
export const findDigitsError = (text: string): string | null =>
  EXPONENT.test(text)
    ? `'${text}' is a number whose last digits are lost; format the column as text and export the file again`
    : null
