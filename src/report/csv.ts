/*
 * A spreadsheet treats a .csv cell that begins with one of these as a formula. Exported texts are therefore escaped with
 * an apostrophe, which an import removes.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/u

/** Escapes a text that looks like a formula. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Reverts the escape of a text that looks like a formula. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/** Formats a text as a .csv cell: no formula, quoted if a reader of any delimiter could split it. */
export function formatCsvText(text: string): string {
  const escaped = escapeFormula(text)
  return /[",;\t\r\n]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** Formats texts as a line of a .csv file; null is an empty cell. */
export const formatCsvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : formatCsvText(cell))).join(',')}\n`
