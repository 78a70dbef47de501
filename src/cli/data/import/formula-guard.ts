/*
 * A spreadsheet that opens delimited text takes a cell that begins with one of these for a formula, whoever wrote it.
 * Exported names therefore stand behind an apostrophe, which is taken away again where a file is read.
 */
const FORMULA = /^'*[=+\-@\t\r]/

/** A text as a cell of delimited text may hold it. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that was guarded. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
