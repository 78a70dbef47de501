import { padTwo } from '../time/calendar.ts'

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
  /** The indexes of the numbers that a spreadsheet shows with a percent sign: 0.05 as 5%. */
  readonly percents?: readonly number[]
}

/** The rows of a file, and the API call that a workbook of the portal names as its source; null for other files. */
export interface SheetFile {
  readonly rows: AsyncIterable<SheetRow>
  readonly source: string | null
  /** The numbers of the rows that a spreadsheet hides. */
  readonly hidden: readonly number[]
  /** The indexes of such columns. */
  readonly hiddenColumns: readonly number[]
}

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Blanks that look like one: several, a line break, a no-break blank. */
const UNEVEN = /\s{2,}|[^\S ]/

/** Marks by which a spreadsheet keeps digits as a text: `'0044` and `="0044"`. */
const TEXT_MARK = /^(?:'(?=[+-]?\d[\d.,:/ -]*$)|="(?=[^"]*"$))/

/** Returns a row whose texts have no blanks around them, single blanks inside, and no marks of a spreadsheet. */
export function tidyRow(row: SheetRow): SheetRow {
  const isUneven = row.cells.some(
    (cell) => typeof cell === 'string' && (UNEVEN.test(cell) || cell !== cell.trim() || TEXT_MARK.test(cell)),
  )
  if (!isUneven) return row
  const tidy = (cell: Cell) => {
    if (typeof cell !== 'string') return cell
    const text = cell.trim().replaceAll(/\s+/g, ' ')
    const plain = text.replace(TEXT_MARK, '')
    return text.startsWith('=') && plain !== text ? plain.slice(0, -1) : plain
  }
  return { ...row, cells: row.cells.map(tidy) }
}

/** Returns the trimmed text of a cell; other values as a spreadsheet would show them. */
export function getCellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell !== 'object') return String(cell).trim()
  // A date cell whose number is out of range; spreadsheets show it like this.
  if (Number.isNaN(cell.getTime())) return '#####'
  return `${cell.getUTCMonth() + 1}/${cell.getUTCDate()}/${cell.getUTCFullYear()}`
}

const FIRST_DAY = Date.UTC(1899, 11, 31)
/** Spreadsheets count a 29 February 1900, which did not exist. */
const MARCH = Date.UTC(1900, 2, 1)

/** Returns true for a time of 59 or of 60 days: the reader of workbooks makes one date of both. */
export const isTwoTimes = (cell: Date): boolean =>
  cell.getUTCFullYear() === 1900 && cell.getUTCMonth() === 1 && cell.getUTCDate() === 28

/** Counts the hundredths of a second of a time that a spreadsheet shows as elapsed; null for a date. */
function countElapsed(cell: Date): number | null {
  if (cell.getUTCFullYear() >= 1901 || isTwoTimes(cell)) return null
  const time = cell.getTime()
  return Math.round((time - FIRST_DAY) / 10) + (time < MARCH ? 0 : 8_640_000)
}

/**
 * Formats a cell as its text; a date as `2025-03-07 14:00`, with seconds if it has some, and a time without a date as
 * `26:30:00`.
 */
export function getTimeText(cell: Cell): string {
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return getCellText(cell)
  const elapsed = countElapsed(cell)
  if (elapsed !== null) {
    const [seconds, hundredths] = [Math.floor(elapsed / 100), elapsed % 100]
    const text = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => padTwo(Math.floor(part)))
    return text.join(':') + (hundredths === 0 ? '' : `.${padTwo(hundredths)}`)
  }
  // A spreadsheet stores 14:00 as a fraction of a day, which can be a millisecond earlier.
  const [day, time = ''] = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().split('T')
  return `${day} ${time.slice(0, 8).replace(/:00$/, '')}`
}

/** The hyphens, dashes and minus signs, and the apostrophes, that people cannot tell apart in a name. */
const HYPHENS = /[\u2010-\u2015\u2212]/g
const APOSTROPHES = /[‘’ʼ´`]/g

/** Returns a name without what people overlook: its capitals, and the kinds of its hyphens and apostrophes. */
export const foldName = (name: string): string =>
  name.replaceAll(HYPHENS, '-').replaceAll(APOSTROPHES, "'").toLowerCase()

/** Returns a heading without case, spaces and underscores: `Lost Calls`, `lostcalls` and `LOST_CALLS` become equal. */
export const normalizeHeader = (heading: string): string => foldName(heading).replaceAll(/[\s_]+/g, '')
