import { type DateForm, formatDate, parseDate } from '../../engine/calendar.ts'
import type { ReportTable, TableRow } from '../../engine/report-table.ts'
import { cellText } from './cell-text.ts'

const DAY = 86_400_000
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** Before March 1900 spreadsheets disagree about the calendar. */
const FIRST_SAFE_DAY = 61

/** The slash is escaped: bare, it would be shown as the date separator of the reader's country. */
const FORMATS = { 'M/D/YYYY': String.raw`m\/d\/yyyy`, 'YYYY-MM-DD': String.raw`yyyy\-mm\-dd` } as const

/** The number format under which the dates of a table read like the screen's labels; null where there are none. */
export function dateFormat({ keyKind, rows }: ReportTable): string | null {
  const [first] = rows
  if (keyKind !== 'date' || first === undefined) return null
  const date = parseDate(first.key)
  const forms: readonly DateForm[] = ['M/D/YYYY', 'YYYY-MM-DD']
  const form = date && forms.find((one) => formatDate(date, one) === first.label)
  return form ? FORMATS[form] : null
}

/** A date is a day's number, counted without any time zone; everything else is the label as text. */
export function keyCell({ key, label }: TableRow, isDate: boolean): string | number {
  const date = isDate ? parseDate(key) : null
  const day = date === null ? 0 : (Date.UTC(date.year, date.month - 1, date.day) - DAY_ZERO) / DAY
  return day >= FIRST_SAFE_DAY ? day : cellText(label)
}
