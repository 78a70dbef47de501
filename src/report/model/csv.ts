/*
 * A spreadsheet treats a .csv cell that begins with one of these as a formula. Exported texts are therefore escaped with
 * an apostrophe. An import removes it from files whose first heading has one too.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/u

/** A cell of a .csv file; null is an empty one. */
export type CsvCell = string | number | null

export const isFormula = (text: string): boolean => FORMULA.test(text)

const escapeFormula = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** Reverts the escape of a text that looks like a formula. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell

/** Formats a text as a .csv cell: no formula, quoted if a reader of any delimiter could split it. */
function formatCsvText(text: string): string {
  const escaped = escapeFormula(text)
  return /[",;\t\r\n]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** All digits of a number, without an exponent: `0.0000001` for `1e-7`. */
const digits = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 21 })

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? digits.format(cell) : formatCsvText(cell)
}

export const formatCsvLine = (cells: readonly CsvCell[]): string => `${cells.map(formatCell).join(',')}\n`
