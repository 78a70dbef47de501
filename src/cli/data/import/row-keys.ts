import { buildRecordKey, type RecordKey } from '../../../server/datasets/keys.ts'
import { type Cell, getCellText } from './cells.ts'
import { type CellLocation, type ImportErrors, quoteText } from './errors.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { formatIsoDate, monthNames, parseDate } from '../../../time/calendar.ts'
import { formatDayRange } from '../../../time/days.ts'
import { type DayPart, getDays, type YearPart } from '../../../time/grain.ts'
import { dayParts, grains, mapGrains, yearParts } from '../../../time/grains.ts'
import { findNameError } from './dynamic-columns.ts'

/** Reads the key of a row and its period. Adds to `errors` and returns null if they are invalid. */
export function readKey(
  row: number,
  cells: readonly Cell[],
  {
    target,
    mapping,
    options,
    errors,
  }: { target: ImportTarget; mapping: ColumnMapping; options: ImportOptions; errors: ImportErrors },
): RecordKey | null {
  const cell = cells[mapping.key.index] ?? null
  const year = mapping.year === null ? options.year : readRowYear(row, cells, mapping.year, options, errors)
  if (year === 'error') return null
  const fail = (location: CellLocation | null, error: string) => {
    errors.add(row, location, error)
    return null
  }
  if (target.key !== 'text') {
    const day = readRowDay(cells, mapping, options)
    if (day !== null && 'error' in day) return fail(mapping.day, day.error)
    const read = keyReaders[target.key](cell, year, day?.key ?? null)
    if ('error' in read) return fail(mapping.key, read.error)
    if (options.replaced !== null && !read.key.startsWith(options.replaced)) {
      return fail(mapping.key, `${read.key} is outside ${options.replaced}, the period of --replace`)
    }
    return buildRecordKey(target.dataset, read.key)
  }
  const read = readName(cell)
  if ('error' in read) return fail(mapping.key, read.error)
  const period = readPeriod(cells, year, target, mapping, options)
  const location = mapping.month ?? mapping.year ?? mapping.key
  if ('error' in period) return fail(location, period.error)
  if (options.period !== null && !period.key.startsWith(options.period)) {
    return fail(location, `is ${period.key}, but the file is imported as ${options.period}`)
  }
  if (options.replaced !== null && !period.key.startsWith(options.replaced)) {
    return fail(location, `${period.key} is outside ${options.replaced}, the period of --replace`)
  }
  return buildRecordKey(target.dataset, read.key, period.key)
}

/** The day of a row of hours: of its own column, else of the file; null if neither names it. */
function readRowDay(
  cells: readonly Cell[],
  { day }: ColumnMapping,
  { period }: ImportOptions,
): KeyRead | null {
  if (day !== null) return readDate(cells[day.index] ?? null)
  return period === null ? null : { key: period }
}

/** Reads the key of each kind; `year` and `day` are used if the cell names none. */
const keyReaders: Readonly<
  Record<
    Exclude<ImportTarget['key'], 'text'>,
    (cell: Cell, year: number | null, day: string | null) => KeyRead
  >
> = {
  date: readDate,
  month: (cell, year) => readMonth(cell, year),
  ...mapGrains(
    dayParts,
    (grain) => (cell: Cell, _: number | null, day: string | null) => readDayPart(grain, cell, day),
  ),
  ...mapGrains(yearParts, (grain) => (cell: Cell, year: number | null) => readYearPart(grain, cell, year)),
}

/** Reads the period of a text key: of the row if there is a column for it, else of the file. */
function readPeriod(
  cells: readonly Cell[],
  year: number | null,
  { per }: ImportTarget,
  mapping: ColumnMapping,
  { period }: ImportOptions,
): KeyRead {
  if (per === 'none') return { key: '' }
  const advice = `add --period ${per === 'year' ? '2025' : '2025-03'} or a column ${per === 'year' ? 'Year' : 'Month'}`
  if (per === 'year') {
    const known = year === null ? period : String(year)
    return known === null
      ? { error: `the year of this name is unknown; ${advice}` }
      : { key: known.slice(0, 4) }
  }
  if (mapping.month === null) {
    return period?.length === 7 ? { key: period } : { error: `the month of this name is unknown; ${advice}` }
  }
  const known = year ?? (period === null ? null : Number(period.slice(0, 4)))
  return readMonth(cells[mapping.month.index] ?? null, known, advice)
}

function readRowYear(
  row: number,
  cells: readonly Cell[],
  location: CellLocation,
  options: ImportOptions,
  errors: ImportErrors,
): number | 'error' {
  const cell = cells[location.index] ?? null
  const year = readYear(cell)
  if (year === null) errors.add(row, location, `${quoteText(getCellText(cell))} is not a year such as 2025`)
  else if (options.year !== null && options.year !== year) {
    errors.add(row, location, `is ${year}, but the file is imported as ${options.year}`)
  } else return year
  return 'error'
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 2199]
/** Spreadsheets count a 29 February 1900, which did not exist: day numbers up to 60 are ambiguous. */
const FIRST_SAFE_DAY = '1900-03-01'

/** The key of a row, or an error message. */
export type KeyRead = { readonly key: string } | { readonly error: string }

/** Reads a date cell, or a date in one of the accepted formats, as `2025-03-07`. */
export function readDate(cell: Cell): KeyRead {
  if (typeof cell === 'number') {
    return { error: `${cell} is a number, not a date; format the cell as a date` }
  }
  const text = getCellText(cell)
  if (text === '') return { error: 'is empty; write a date such as 2025-03-07 or 3/7/2025' }
  const isSerial = typeof cell === 'object' && cell !== null
  const date = isSerial ? cell : parseDate(text)
  if (date === null) {
    return { error: `${quoteText(text)} is not a calendar date; write 2025-03-07 or 3/7/2025` }
  }
  if (!Number.isInteger(date.year)) {
    return { error: `contains a number that is not a day between ${FIRST_YEAR} and ${LAST_YEAR}` }
  }
  if (date.year < FIRST_YEAR || date.year > LAST_YEAR) return { error: formatYearError(text) }
  const key = formatIsoDate(date)
  if (isSerial && key < FIRST_SAFE_DAY) {
    return {
      error: `is a date before March 1900, which spreadsheets count differently; write ${key} as text`,
    }
  }
  return { key }
}

/** The text of a cell; a cell formatted as a time as `2025-03-07 14:00`, or `14:00` if it has no date. */
function getTimeText(cell: Cell): string {
  if (typeof cell !== 'object' || cell === null || !Number.isInteger(cell.year)) {
    return getCellText(cell)
  }
  const { minutes = 0 } = cell
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return cell.year < 1901 ? time : `${formatIsoDate(cell)} ${time}`
}

/** Reads a part of a day by its start: `2025-03-07 14:00`, also as a timestamp, or `14:00` or `14` of a known day. */
function readDayPart({ noun, count, formatPart }: DayPart, cell: Cell, day: string | null): KeyRead {
  const text = getTimeText(cell)
  if (text === '') return { error: `is empty; write an ${noun} such as 2025-03-07 14:00 or 14:00` }
  const invalid = { error: `${quoteText(text)} is not a full ${noun}; write 2025-03-07 14:00, 14:00 or 14` }
  const [, before = '', hour = '', minutes = ''] =
    /^(?:(\S+)[ T])?(\d{1,2})((?::\d\d){1,2}(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? []
  const isFull = /^(?::\d\d(?::00)?)?(?:[.,]0+)?(?:Z|[+-]\d\d:?\d\d)?$/.test(minutes)
  const part = ((Number(hour) + Number(minutes.slice(1, 3)) / 60) * count) / 24
  if (hour === '' || !isFull || !Number.isInteger(part) || part >= count) return invalid
  const written = before === '' ? null : readDate(before)
  if (written !== null && 'error' in written) return written
  if (written !== null && day !== null && written.key !== day) {
    return { error: `${quoteText(text)} is not on ${day}` }
  }
  const known = written?.key ?? day
  if (known === null)
    return { error: `the day of this ${noun} is unknown; add --period 2025-03-07 or a column Date` }
  return { key: `${known}T${formatPart(part)}` }
}

/** Finds the part of a year that a report labels by its days, such as `Feb 10 - 16`; null for another text. */
function findByDays(grain: YearPart, year: number, text: string): number | null {
  return grain.list(year).find((period) => formatDayRange(getDays(grain, period)) === text) ?? null
}

/** Reads a part of a year; `year` is used if the cell has none. */
function readYearPart(grain: YearPart, cell: Cell, year: number | null): KeyRead {
  const { noun, example, max, parse, parsePart, split, count, of, format } = grain
  const text = getCellText(cell)
  const write = `write ${example}, ${example.slice(5)} or ${Number(example.slice(6))}`
  if (text === '') return { error: `is empty; ${write}` }
  const labelled = year === null ? null : findByDays(grain, year, text)
  if (labelled !== null) return { key: format(labelled) }
  const invalid = { error: `${quoteText(text)} is not a ${noun}; ${write}` }
  if (typeof cell === 'object') return invalid
  const whole = parse(text.toUpperCase())
  const written = whole === null ? null : split(whole)
  const part = written?.part ?? (/^\d{1,2}$/.test(text) ? Number(text) : parsePart(text.toUpperCase()))
  if (part === null || part < 1 || part > max) return invalid
  if (written !== null && year !== null && written.year !== year) {
    return { error: `${quoteText(text)} is not in the year ${year}` }
  }
  const known = written?.year ?? year
  if (known === null) return { error: `the year of this ${noun} is unknown; add --year or write ${example}` }
  if (known < FIRST_YEAR || known > LAST_YEAR) return { error: formatYearError(String(known)) }
  if (part > count(known)) return { error: `${known} has ${count(known)} ${noun}s` }
  return { key: format(of(known, part)) }
}

const MONTH = /^(\d{4})-(\d{2})$/

/** Reads a month by its name, its number or as `2025-03`; `year` is used if the cell has none. */
function readMonth(cell: Cell, year: number | null, advice = 'add --year or write 2025-01'): KeyRead {
  const text = getCellText(cell)
  if (text === '') return { error: 'is empty; write a month such as Jan, 1 or 2025-01' }
  const whole = MONTH.exec(text)
  const month = whole === null ? parseMonth(text) : Number(whole[2])
  if (typeof cell === 'object' || month === null || month < 1 || month > 12) {
    return { error: `${quoteText(text)} is not a month; write Jan, January, 1 or 2025-01` }
  }
  const written = whole === null ? null : Number(whole[1])
  if (written !== null && year !== null && written !== year) {
    return { error: `${quoteText(text)} is not in the year ${year}` }
  }
  const known = written ?? year
  if (known === null) return { error: `the year of this month is unknown; ${advice}` }
  if (known < FIRST_YEAR || known > LAST_YEAR) return { error: formatYearError(String(known)) }
  return { key: grains.month.format(grains.month.of(known, month)) }
}

/** Reads a text key, in the composed form of Unicode (NFC). */
function readName(cell: Cell): KeyRead {
  const key = getCellText(cell).normalize('NFC')
  if (key === '') return { error: 'is empty; write a name' }
  const error = findNameError(key)
  return error === null ? { key: unescapeTotalLabel(key) } : { error }
}

/** Labels of a Total row. */
const TOTALS = /^'*(?:total|grand[\s_]*total)$/i

/** Puts an apostrophe before a name that reads like the label of a Total row. */
export const escapeTotalLabel = (name: string): string => (TOTALS.test(name.trim()) ? `'${name}` : name)
const unescapeTotalLabel = (written: string): string =>
  written.startsWith("'") && TOTALS.test(written) ? written.slice(1) : written

/** Reads a year; null if the cell is not one. */
function readYear(cell: Cell): number | null {
  const text = getCellText(cell)
  return /^(?:19|20|21)\d\d$/.test(text) ? Number(text) : null
}

const formatYearError = (text: string) => `${quoteText(text)} is not between ${FIRST_YEAR} and ${LAST_YEAR}`

function parseMonth(text: string): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const lowerCase = text.toLowerCase()
  const index = monthNames.findIndex((name) =>
    [name.toLowerCase(), name.slice(0, 3).toLowerCase()].includes(lowerCase),
  )
  return index < 0 ? null : index + 1
}
