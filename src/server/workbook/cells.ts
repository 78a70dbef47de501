import { type DateFormat, parseDate } from '../../report/calendar.ts'
import type { TableRow } from '../../report/table.ts'
import { formatNumber } from '../../report/format.ts'

const DAY = 86_400_000
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** Before March 1900 spreadsheets disagree about the calendar. */
const FIRST_SAFE_DAY = 61

/**
 * The number formats under which dates look like the labels of the screen. The slash is escaped: bare, a spreadsheet
 * shows the date separator of the reader's country.
 */
export const dateNumberFormats: Readonly<Record<DateFormat, string>> = {
  'M/D/YYYY': String.raw`m\/d\/yyyy`,
  'YYYY-MM-DD': String.raw`yyyy\-mm\-dd`,
}

/** A date is a day's number, counted without any time zone; everything else is the label as text. */
export function keyCell({ key, label }: TableRow, isDate: boolean): string | number {
  const date = isDate ? parseDate(key) : null
  const day = date === null ? 0 : (Date.UTC(date.year, date.month - 1, date.day) - DAY_ZERO) / DAY
  return day >= FIRST_SAFE_DAY ? day : cellText(label)
}

const LONGEST = 32_767

/** Not allowed in XML 1.0, or a control character; `\p{Cc}` covers NUL, tab, line ends, DEL and C1. */
const UNFIT = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
/** What a spreadsheet would read as an escaped character. */
const ESCAPE = /_(?=x[\dA-Fa-f]{4}_)/g

/**
 * Text as a cell can hold it: without control characters and lone surrogates, at most 32,767 characters. Text that
 * begins like a formula stays as it is, since it is stored as a string (S50, S51).
 */
export function cellText(text: string): string {
  const fit = text.replaceAll(UNFIT, '').replaceAll(ESCAPE, '_x005F_')
  return fit.length <= LONGEST ? fit : fit.slice(0, LONGEST).replaceAll(UNFIT, '')
}

const SHEET_NAME_LONGEST = 31

const trim = (name: string) => name.replaceAll(/^[' ]+|[' ]+$/g, '')

/** A name that a worksheet may have: none of `[]:*?/\`, no quote at its ends, at most 31 characters (S50). */
export function formatSheetName(wish: string): string {
  const allowed = wish
    .replaceAll(UNFIT, '')
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const short = trim(trim(allowed).slice(0, SHEET_NAME_LONGEST).replaceAll(UNFIT, ''))
  return short === '' || short.toLowerCase() === 'history' ? 'Report' : short
}

const [NARROWEST, WIDEST] = [10, 44]
const MARGIN = 2
/** The arrow of the filter stands in the header's cell. */
const FILTER = 3
/** Bold digits are wider. */
const BOLD = 1.1

const fitted = (width: number) => Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(width + MARGIN)))

/** Width in characters for a header with a filter above texts. */
export const textWidth = (header: string, texts: readonly string[]): number =>
  fitted(texts.reduce((widest, { length }) => Math.max(widest, length), header.length * BOLD + FILTER))

/** Width in characters for a header with a filter above numbers; the total is bold. */
export function numberWidth(header: string, values: readonly number[], total: number | undefined): number {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const digits = Math.max(formatNumber(low).length, formatNumber(high).length)
  const bold = total === undefined ? 0 : formatNumber(total).length * BOLD
  return fitted(Math.max(header.length * BOLD + FILTER, digits, bold))
}
