import { formatIsoDate, monthNames, formatMonth, parseDate } from '../../../report/calendar.ts'
import { type Cell, cellText } from './cells.ts'
import { findNameError } from './dynamic-columns.ts'
import { quoteText } from './errors.ts'

const [FIRST_YEAR, LAST_YEAR] = [1900, 2199]
/** Spreadsheets know a 29 February 1900, which never was: the day numbers up to 60 are ambiguous. */
const FIRST_SAFE_DAY = '1900-03-01'

/** Which day or month a row is about, or in words why that cannot be told. */
export type KeyRead = { readonly key: string } | { readonly fault: string }

const FORMULA = 'is a formula whose value the file does not keep; open the file in a spreadsheet and save it'

/** A calendar date in one of the accepted forms, or the date of a spreadsheet's cell, as `2025-03-07`. */
export function readDate(cell: Cell): KeyRead {
  if (typeof cell === 'number') {
    return { fault: `${cell} is a number, not a date; format the cell as a date` }
  }
  if (typeof cell === 'object' && cell !== null && 'formula' in cell) return { fault: FORMULA }
  const text = cellText(cell)
  if (text === '') return { fault: 'is empty; a date such as 2025-03-07 or 3/7/2025 is needed' }
  const isSerial = typeof cell === 'object' && cell !== null
  const date = isSerial ? cell : parseDate(text)
  if (date === null) {
    return { fault: `${quoteText(text)} is not a day of the calendar; write 2025-03-07 or 3/7/2025` }
  }
  if (!Number.isInteger(date.year)) {
    return { fault: `holds a number that is no day between ${FIRST_YEAR} and ${LAST_YEAR}` }
  }
  if (date.year < FIRST_YEAR || date.year > LAST_YEAR) return { fault: yearFault(text) }
  const key = formatIsoDate(date)
  if (isSerial && key < FIRST_SAFE_DAY) {
    return {
      fault: `is a date before March 1900, which spreadsheets count differently; write ${key} as text`,
    }
  }
  return { key }
}

const MONTH = /^(\d{4})-(\d{2})$/

/** A month by its name, its number or as `2025-03`; where only the year is missing, `year` gives it. */
export function readMonth(cell: Cell, year: number | null, advice = 'add --year or write 2025-01'): KeyRead {
  if (typeof cell === 'object' && cell !== null && 'formula' in cell) return { fault: FORMULA }
  const text = cellText(cell)
  if (text === '') return { fault: 'is empty; a month such as Jan, 1 or 2025-01 is needed' }
  const whole = MONTH.exec(text)
  const month = whole === null ? monthOf(text) : Number(whole[2])
  if (typeof cell === 'object' || month === null || month < 1 || month > 12) {
    return { fault: `${quoteText(text)} is not a month; write Jan, January, 1 or 2025-01` }
  }
  const written = whole === null ? null : Number(whole[1])
  if (written !== null && year !== null && written !== year) {
    return { fault: `${quoteText(text)} is not in the year ${year}` }
  }
  const known = written ?? year
  if (known === null) return { fault: `no year is known for this month; ${advice}` }
  if (known < FIRST_YEAR || known > LAST_YEAR) return { fault: yearFault(String(known)) }
  return { key: formatMonth(known, month) }
}

/** A name that a row is about, in Unicode's composed form (NFC). */
export function readName(cell: Cell): KeyRead {
  if (typeof cell === 'object' && cell !== null && 'formula' in cell) return { fault: FORMULA }
  const key = cellText(cell).normalize('NFC')
  if (key === '') return { fault: 'is empty; a name is needed' }
  const fault = findNameError(key)
  return fault === null ? { key: nameIn(key) } : { fault }
}

/** Words that head a row of totals. */
const TOTALS = /^'*(?:total|grand[\s_]*total)$/i

/** A name as a file holds it: one that reads like the Total row stands behind an apostrophe. */
export const nameInFile = (name: string): string => (TOTALS.test(name.trim()) ? `'${name}` : name)
const nameIn = (written: string): string =>
  written.startsWith("'") && TOTALS.test(written) ? written.slice(1) : written

/** A year, or null. */
export function readYear(cell: Cell): number | null {
  const text = cellText(cell)
  return /^(?:19|20|21)\d\d$/.test(text) ? Number(text) : null
}

const yearFault = (text: string) => `${quoteText(text)} is not between ${FIRST_YEAR} and ${LAST_YEAR}`

function monthOf(text: string): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const wanted = text.toLowerCase()
  const index = monthNames.findIndex((name) =>
    [name.toLowerCase(), name.slice(0, 3).toLowerCase()].includes(wanted),
  )
  return index < 0 ? null : index + 1
}
