import { type Cell, getCellText } from './cells.ts'
import { UNPRINTABLE } from '../../schemas/dataset/texts.ts'

/** Says in what a name differs from another one that looks alike. */
export const describeFold = (name: string, other: string): string =>
  name.toLowerCase() === other.toLowerCase() ? 'other capitals' : 'another hyphen or apostrophe'

/** Short enough for the index of both database engines. */
const MAX_NAME_LENGTH = 500

/** Finds why a text is not a valid name; null if it is. */
export function findNameError(name: string): string | null {
  return findTextError(name, MAX_NAME_LENGTH, 'name')
}

/** A number that a spreadsheet has shortened: its last digits are lost. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+\d{2,3}$/i

/** Finds why a text cannot be stored; null if it can. `noun` says what it is. */
export function findTextError(text: string, maxLength: number, noun = 'text'): string | null {
  if (text.length > maxLength) return `has ${text.length} characters; a ${noun} has at most ${maxLength}`
  if (/\p{Cc}|[\p{Zl}\p{Zp}]/u.test(text)) return 'contains a line break or another control character'
  if (UNPRINTABLE.test(text)) return `contains an invisible character; retype the ${noun}`
  return noun === 'name' ? findDigitsError(text) : null
}

/** A spreadsheet stores fifteen digits. */
const MOST_DIGITS = 1e15

/** The error of a formula, as a spreadsheet shows it. */
const FORMULA_ERROR = /^#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/

/** Says that a cell has the error of a formula; null for another cell. */
export const findFormulaError = (cell: Cell): string | null =>
  FORMULA_ERROR.test(getCellText(cell))
    ? `${getCellText(cell)} is an error of a formula in the spreadsheet; correct the formula or its sources`
    : null

/** Says that a name is a number whose digits are lost; null for another cell. */
export const findDigitsError = (cell: Cell): string | null =>
  EXPONENT.test(getCellText(cell)) || (typeof cell === 'number' && cell >= MOST_DIGITS)
    ? `'${getCellText(cell)}' is a number whose last digits are lost; format the column as text and export the file again`
    : null
