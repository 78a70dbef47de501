import { type DateFormat, parseDate } from '../time/calendar.ts'
import type { TableRow } from '../report/model/report-table.ts'
import type { NumberFormat } from '../report/model/format.ts'

/** The limit of a worksheet in Excel. */
export const MAX_COLUMNS = 16_384

/** Returns the number by which a spreadsheet stores a moment of UTC, counted without any time zone. */
const toSerial = (time: number): number => (time - Date.UTC(1899, 11, 30)) / 86_400_000
/** Before March 1900 spreadsheets disagree about the calendar. */
const FIRST_SAFE_DAY = 61

/**
 * The number formats under which dates look like the labels of the screen. The slash is escaped: bare, a spreadsheet
 * shows the date separator of the reader's country.
 */
export const dateNumberFormats: Readonly<Record<DateFormat, string>> = {
  'M/D/YYYY': String.raw`m\/d\/yyyy`,
  'M/D/YYYY ddd': String.raw`m\/d\/yyyy\ ddd`,
  'YYYY-MM-DD': String.raw`yyyy\-mm\-dd`,
}

/** Returns the number of a day for a date, and the label of any other key as text. */
export function buildKeyCell({ key, label }: TableRow, isDate: boolean): string | number {
  const date = isDate ? parseDate(key) : null
  const day = date === null ? 0 : toSerial(Date.UTC(date.year, date.month - 1, date.day))
  return day >= FIRST_SAFE_DAY ? day : formatCellText(label)
}

const MAX_TEXT_LENGTH = 32_767

/** Characters that XML 1.0 does not allow, and control characters; `\p{Cc}` covers NUL, tab, line ends, DEL and C1. */
const INVALID = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
/** Text that a spreadsheet would read as an escaped character. */
const ESCAPE = /_(?=x[\dA-Fa-f]{4}_)/g

/**
 * Returns the text of a cell: without control characters and lone surrogates, at most 32,767 characters. Text that
 * begins like a formula is not changed, because it is stored as a string.
 */
export function formatCellText(text: string): string {
  const valid = text.replaceAll(INVALID, '').replaceAll(ESCAPE, '_x005F_')
  return valid.length <= MAX_TEXT_LENGTH ? valid : valid.slice(0, MAX_TEXT_LENGTH).replaceAll(INVALID, '')
}

const MAX_SHEET_NAME_LENGTH = 31

const trim = (name: string) => name.replaceAll(/^[' ]+|[' ]+$/g, '')

/** Formats a name of a worksheet: none of `[]:*?/\`, no quote at its ends, at most 31 characters. */
export function formatSheetName(name: string): string {
  const allowed = trim(
    name
      .replaceAll(INVALID, '')
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .replaceAll(/\s+/g, ' '),
  )
  const short = allowed.length <= MAX_SHEET_NAME_LENGTH ? allowed : trim(cutAtWord(allowed))
  return short === '' || short.toLowerCase() === 'history' ? 'Report' : short
}

/** Returns the first of two names of a sheet, or the second beside a table of that name. */
export const chooseSheetName = ([name, other]: readonly [string, string], tableSheet: string): string =>
  tableSheet.toLowerCase() === name.toLowerCase() ? other : name

const UNCLOSED = /\s*\([^()]*$/
const DANGLING = /[\s\p{P}\p{S}]+$/u

/** Returns the first whole words, without punctuation at the end; part of a word that is too long. */
function cutAtWord(name: string): string {
  const end = name.lastIndexOf(' ', MAX_SHEET_NAME_LENGTH)
  const words = end <= 0 ? '' : name.slice(0, end).replace(UNCLOSED, '').replace(DANGLING, '')
  return words === '' ? name.slice(0, MAX_SHEET_NAME_LENGTH).replaceAll(INVALID, '') : words
}

/** Returns the number format of a column as spreadsheets write it: a comma at its end divides by 1,000. */
export function getNumberFormatCode(format: NumberFormat | null): string {
  const decimals = format?.options.maximumFractionDigits ?? 2
  const percent = format?.options.style === 'percent' ? '%' : ''
  const { by = 1, sign = '' } = format?.scale ?? {}
  const commas = ','.repeat(Math.max(0, Math.round(Math.log10(by) / 3)))
  const suffix = format === null || sign + format.suffix === '' ? '' : `"${sign}${format.suffix}"`
  const code = `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}${commas}${percent}${suffix}`
  return format?.options.signDisplay === 'exceptZero' ? `+${code};-${code};${code}` : code
}

/** Returns the number format of a column with a text before the number, also before a negative one. */
export function prefixNumberFormat(format: NumberFormat | null, text: string): string {
  const code = getNumberFormatCode(format)
  const sections = code.split(';')
  return (sections.length === 1 ? [code, `-${code}`] : sections)
    .map((section) => `"${text} "${section}`)
    .join(';')
}
