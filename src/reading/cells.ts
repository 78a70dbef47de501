/**
 * The value of one cell; cells of .csv files are always texts. A date or time is that of UTC, and a time without a date is
 * of a day before 1901.
 */
export type Cell = string | number | boolean | Date | null

/** One row of a file; `row` counts from 1, as spreadsheets and editors show it. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
  /** Set for the rows of a file that the portal exported. */
  readonly isExported?: boolean
}

/** The rows of a file, and the API call that a workbook of the portal names as its source; null for other files. */
export interface SheetFile {
  readonly rows: AsyncIterable<SheetRow>
  readonly source: string | null
  /** What people should know of the file, such as its hidden rows. */
  readonly remarks: readonly string[]
}

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Blanks that look like one: several, a line break, a no-break blank. */
const UNEVEN = /\s{2,}|[^\S ]/

/** Returns a row whose texts have no blanks around them, and single blanks inside. */
export function tidyRow(row: SheetRow): SheetRow {
  const isUneven = row.cells.some(
    (cell) => typeof cell === 'string' && (UNEVEN.test(cell) || cell !== cell.trim()),
  )
  if (!isUneven) return row
  const tidy = (cell: Cell) => (typeof cell === 'string' ? cell.trim().replaceAll(/\s+/g, ' ') : cell)
  return { row: row.row, cells: row.cells.map(tidy) }
}

/** The trimmed text of a cell; other values as a spreadsheet would show them. */
export function getCellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell !== 'object') return String(cell).trim()
  // A date cell whose number is out of range; spreadsheets show it like this.
  if (Number.isNaN(cell.getTime())) return '#####'
  return `${cell.getUTCMonth() + 1}/${cell.getUTCDate()}/${cell.getUTCFullYear()}`
}

/** The text of a cell; that of one formatted as a date or time as `2025-03-07 14:00`. */
export function getTimeText(cell: Cell): string {
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return getCellText(cell)
  const minutes = cell.getUTCHours() * 60 + Math.round(cell.getUTCMinutes() + cell.getUTCSeconds() / 60)
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${cell.toISOString().slice(0, 10)} ${time.join(':')}`
}

/** A heading without case, spaces and underscores: `Lost Calls`, `lostcalls` and `LOST_CALLS` become equal. */
export const normalizeHeader = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '')
