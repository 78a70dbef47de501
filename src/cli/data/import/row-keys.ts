import { keyWithPeriod, type RecordKey } from '../../../server/datasets/record-key.ts'
import { type Cell, cellText } from './cells.ts'
import { type CellLocation, type ImportErrors, quoteText } from './errors.ts'
import type { RecordType } from './import-target.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { ImportOptions } from './parse-file.ts'
import { formatIsoDate, formatMonth, monthNames, parseDate } from '../../../report/calendar.ts'
import { findNameError } from './dynamic-columns.ts'

/** Reads what a row is about: its day, its month, or its name and the period of that. Null where a fault was told. */
export function readKey(
  row: number,
  cells: readonly Cell[],
  {
    kind,
    layout,
    known,
    faults,
  }: { kind: RecordType; layout: ColumnMapping; known: ImportOptions; faults: ImportErrors },
): RecordKey | null {
  const cell = cells[layout.key.index] ?? null
  const year = layout.year === null ? known.year : yearOf(row, cells, layout.year, known, faults)
  if (year === 'fault') return null
  const tell = (place: CellLocation | null, fault: string) => {
    faults.add(row, place, fault)
    return null
  }
  if (kind.key !== 'text') {
    const read = kind.key === 'date' ? readDate(cell) : readMonth(cell, year)
    if ('fault' in read) return tell(layout.key, read.fault)
    if (known.replaced !== null && !read.key.startsWith(known.replaced)) {
      return tell(layout.key, `${read.key} is not in ${known.replaced}, which is to be replaced`)
    }
    return keyWithPeriod(kind.dataset, read.key)
  }
  const read = readName(cell)
  if ('fault' in read) return tell(layout.key, read.fault)
  const period = periodOf(cells, year, kind, layout, known)
  const place = layout.month ?? layout.year ?? layout.key
  if ('fault' in period) return tell(place, period.fault)
  if (known.period !== null && !period.key.startsWith(known.period)) {
    return tell(place, `is ${period.key}, and the file is read as ${known.period}`)
  }
  if (known.replaced !== null && !period.key.startsWith(known.replaced)) {
    return tell(place, `${period.key} is not in ${known.replaced}, which is to be replaced`)
  }
  return keyWithPeriod(kind.dataset, read.key, period.key)
}

/** The period of a name: of the row where a column has it, else of the whole file. */
function periodOf(
  cells: readonly Cell[],
  year: number | null,
  { per }: RecordType,
  layout: ColumnMapping,
  { period }: ImportOptions,
): KeyRead {
  if (per === 'none') return { key: '' }
  const advice = `add --period ${per === 'year' ? '2025' : '2025-03'} or a column ${per === 'year' ? 'Year' : 'Month'}`
  if (per === 'year') {
    const known = year === null ? period : String(year)
    return known === null
      ? { fault: `no year is known for this name; ${advice}` }
      : { key: known.slice(0, 4) }
  }
  if (layout.month === null) {
    return period?.length === 7 ? { key: period } : { fault: `no month is known for this name; ${advice}` }
  }
  const known = year ?? (period === null ? null : Number(period.slice(0, 4)))
  return readMonth(cells[layout.month.index] ?? null, known, advice)
}

function yearOf(
  row: number,
  cells: readonly Cell[],
  place: CellLocation,
  known: ImportOptions,
  faults: ImportErrors,
): number | 'fault' {
  const cell = cells[place.index] ?? null
  const year = readYear(cell)
  if (year === null) faults.add(row, place, `${quoteText(cellText(cell))} is not a year such as 2025`)
  else if (known.year !== null && known.year !== year) {
    faults.add(row, place, `is ${year}, and the file is read as ${known.year}`)
  } else return year
  return 'fault'
}

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
function readMonth(cell: Cell, year: number | null, advice = 'add --year or write 2025-01'): KeyRead {
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
function readName(cell: Cell): KeyRead {
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
function readYear(cell: Cell): number | null {
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
