import type { CalendarDate } from '../../../report/calendar.ts'

/** A formula whose value the file does not keep. */
export interface Uncalculated {
  readonly formula: string
}

/** What stands in one cell, whatever the file's format: delimited text knows texts alone. */
export type Cell = string | number | boolean | CalendarDate | Uncalculated | null

/** One row of a file; `row` counts from 1, as spreadsheets and editors show it. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
}

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** The text of a cell, without the space around it; of what is no text, as people would write it. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell !== 'object') return String(cell).trim()
  if ('formula' in cell) return `=${cell.formula}`
  // A number beyond all dates in a cell that is formatted as one; spreadsheets show it like this.
  if (!Number.isInteger(cell.year)) return '#####'
  return `${cell.month}/${cell.day}/${cell.year}`
}

/** A heading without regard to case, spaces, underscores: `Lost Calls`, `lostcalls` and `LOST_CALLS` are one. */
export const normalizeHeader = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '')

/** Whether a cell heads days or months, where no definition says what heads the key. */
export const isCommonKey = (heading: string): boolean =>
  /^(?:report)?(?:date|month)/.test(normalizeHeader(heading))

/** The texts that are there, each once. */
export const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
