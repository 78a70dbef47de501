import type { CalendarDate } from '../../../time/calendar.ts'

/** A cell formatted as a date or time; a time without a date is of a day before 1901. */
export interface DateCell extends CalendarDate {
  /** The minutes since midnight; not there at midnight. */
  readonly minutes?: number
}

/** The value of one cell; cells of .csv files are always texts. */
export type Cell = string | number | boolean | DateCell | null

/** One row of a file; `row` counts from 1, as spreadsheets and editors show it. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
}

/** The rows of a file, and the API call that a workbook of the portal names as its source; null for other files. */
export interface SheetFile {
  readonly rows: AsyncIterable<SheetRow>
  readonly source: string | null
}

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** The trimmed text of a cell; other values as a spreadsheet would show them. */
export function getCellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell !== 'object') return String(cell).trim()
  // A date cell whose number is out of range; spreadsheets show it like this.
  if (!Number.isInteger(cell.year)) return '#####'
  return `${cell.month}/${cell.day}/${cell.year}`
}

/** A heading without case, spaces and underscores: `Lost Calls`, `lostcalls` and `LOST_CALLS` become equal. */
export const normalizeHeader = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '')
