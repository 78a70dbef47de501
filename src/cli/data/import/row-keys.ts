import { buildRecordKey, type RecordKey } from '../../../dataset/record-keys.ts'
import { formatIsoDate, parseDate, parseMonthName } from '../../../time/calendar.ts'
import { formatDayRange } from '../../../time/days.ts'
import { type DayPart, getDays, type YearPart } from '../../../time/grain.ts'
import { dayParts, grains, mapGrains, yearParts } from '../../../time/grains.ts'
import { type Cell, getCellText, getTimeText } from './cells.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { findNameError } from './dynamic-columns.ts'
import { type CellLocation, type RowErrors, quoteText } from './errors.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'
import { getFileKeyKind } from './key-kinds.ts'

export interface KeyContext {
  readonly target: ImportTarget
  readonly mapping: ColumnMapping
  readonly options: ImportOptions
  readonly errors: RowErrors
}

/** A key or a period, or an error message. */
export type KeyRead = { readonly key: string } | { readonly error: string }

/** Reads the key of a row and its period. Adds to `errors` and returns null if they are invalid. */
export function readKey(row: number, cells: readonly Cell[], context: KeyContext): RecordKey | null {
  const { target, mapping, options, errors } = context
  const { dataset } = target
  const fail = (location: CellLocation, error: string) => {
    errors.add(row, location, error)
    return null
  }
  const location = mapping.month ?? mapping.day ?? mapping.year ?? mapping.key
  const beside = readPeriod(cells, context)
  if (beside !== null && 'error' in beside) return fail(location, beside.error)
  const period = beside?.key ?? null
  if (options.period !== null && period !== options.period) {
    return fail(location, `is ${period}, but the file is imported as ${options.period}`)
  }
  const { kind } = dataset.key
  const read = keyReaders[kind](cells[mapping.key.index] ?? null, period)
  if ('error' in read) return fail(mapping.key, read.error)
  if (kind !== 'text' && mapping.year && getCellText(cells[mapping.year.index]) !== read.key.slice(0, 4)) {
    return fail(mapping.year, `is not the year of ${read.key}`)
  }
  const dated = kind === 'text' ? (period ?? '') : read.key
  if (options.replaced !== null && !dated.startsWith(options.replaced)) {
    const at = kind === 'text' ? location : mapping.key
    return fail(at, `${dated} is outside ${options.replaced}, the period of --replace`)
  }
  return buildRecordKey(dataset, read.key, period ?? '')
}

/** Reads each kind of key; `period` is the year or day that the cell can lack. */
export const keyReaders: Readonly<
  Record<ImportTarget['dataset']['key']['kind'], (cell: Cell, period: string | null) => KeyRead>
> = {
  date: readDate,
  month: (cell, year) => readYearPart(grains.month, cell, year),
  ...mapGrains(dayParts, (grain) => (cell: Cell, day: string | null) => readDayPart(grain, cell, day)),
  ...mapGrains(yearParts, (grain) => (cell: Cell, year: string | null) => readYearPart(grain, cell, year)),
  text: readName,
}

/** Reads what rows of a kind can lack: from the columns beside the key, else from the options; null without it. */
function readPeriod(cells: readonly Cell[], { target, mapping, options }: KeyContext): KeyRead | null {
  const { beside } = getFileKeyKind(target.dataset)
  const { day, month, year } = mapping
  const known = options.period === null ? null : { key: options.period }
  const isNamed = target.dataset.key.kind === 'text'
  if (beside === null) return null
  if (beside === 'day') return day === null ? known : readDate(cells[day.index] ?? null)
  const written = year === null ? null : readYear(cells[year.index] ?? null)
  if (written !== null && 'error' in written) return written
  if (beside === 'year') {
    const unknown = 'the year of this name is unknown; add --period 2025 or a column Year'
    return written ?? known ?? (isNamed ? { error: unknown } : null)
  }
  const advice = 'add --period 2025-03 or a column Month'
  if (month === null) return known ?? { error: `the month of this name is unknown; ${advice}` }
  const ofYear = written?.key ?? options.period?.slice(0, 4) ?? null
  return readYearPart(grains.month, cells[month.index] ?? null, ofYear, advice)
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 2199]
/** Spreadsheets count a 29 February 1900, which did not exist: day numbers up to 60 are ambiguous. */
const FIRST_SAFE_DAY = '1900-03-01'

const isYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR
const formatYearError = (text: string) => `${quoteText(text)} is not between ${FIRST_YEAR} and ${LAST_YEAR}`

function readYear(cell: Cell): KeyRead {
  const key = getCellText(cell)
  return /^\d{4}$/.test(key) && isYear(Number(key))
    ? { key }
    : { error: `${quoteText(key)} is not a year such as 2025` }
}

/** Reads a date cell, or a date in one of the accepted formats, as `2025-03-07`. */
export function readDate(cell: Cell): KeyRead {
  if (typeof cell === 'number') {
    return { error: `${cell} is a number, not a date; format the cell as a date` }
  }
  const text = getCellText(cell)
  if (text === '') return { error: 'is empty; write a date such as 2025-03-07 or 3/7/2025' }
  const isSerial = cell instanceof Date
  if (isSerial && Number.isNaN(cell.getTime())) {
    return { error: `contains a number that is not a day between ${FIRST_YEAR} and ${LAST_YEAR}` }
  }
  const date = parseDate(text)
  if (date === null) {
    return { error: `${quoteText(text)} is not a calendar date; write 2025-03-07 or 3/7/2025` }
  }
  if (!isYear(date.year)) return { error: formatYearError(text) }
  const key = formatIsoDate(date)
  if (isSerial && key < FIRST_SAFE_DAY) {
    return {
      error: `is a date before March 1900, which spreadsheets count differently; write ${key} as text`,
    }
  }
  return { key }
}

const TIME = /^(?:(\S+)[ T])?(\d{1,2})(?::(\d\d))?(?::00)?(?:[.,]0+)?(?:Z|[+-]\d\d:?\d\d)?$/

/** Reads a part of a day by its start: `2025-03-07 14:00`, also as a timestamp, or `14:00` or `14` of a known day. */
function readDayPart(
  { noun, one, example, count, formatPart, formatTime }: DayPart,
  cell: Cell,
  day: string | null,
): KeyRead {
  // A time without a date is of a day before 1901.
  const isBare = cell instanceof Date && cell.getUTCFullYear() < 1901
  const text = isBare ? getTimeText(cell).slice(-5) : getTimeText(cell)
  const [writtenDay = '', time = ''] = formatTime(example).split('T')
  if (text === '') return { error: `is empty; write ${one} such as ${writtenDay} ${time} or ${time}` }
  const [, before, hour = '24', minutes = '0'] = TIME.exec(text) ?? []
  const part = ((Number(hour) + Number(minutes) / 60) * count) / 24
  if (!Number.isInteger(part) || part >= count) {
    return { error: `${quoteText(text)} is not a full ${noun}; write ${writtenDay} ${time}, ${time} or 14` }
  }
  const written = before === undefined ? null : readDate(before)
  if (written !== null && 'error' in written) return written
  if (written !== null && day !== null && written.key !== day) {
    return { error: `${quoteText(text)} is not on ${day}` }
  }
  const known = written?.key ?? day
  return known === null
    ? { error: `the day of this ${noun} is unknown; add --period 2025-03-07 or a column Date` }
    : { key: `${known}T${formatPart(part)}` }
}

/** Finds the part of a year that a report labels by its days, such as `Feb 10 - 16`; null for another text. */
const findByDays = (grain: YearPart, year: number, text: string): number | null =>
  grain.list(year).find((period) => formatDayRange(getDays(grain, period)) === text) ?? null

/** Reads a part of a year; `year` is used if the cell has none. */
function readYearPart(grain: YearPart, cell: Cell, year: string | null, advice?: string): KeyRead {
  const { noun, example, max, parse, parsePart, split, count, of, format } = grain
  const text = getCellText(cell)
  const short = grain === grains.month ? 'March' : example.slice(5)
  const write = `write ${example}, ${short} or ${Number(example.slice(6))}`
  if (text === '') return { error: `is empty; ${write}` }
  const labelled = year === null ? null : findByDays(grain, Number(year), text)
  if (labelled !== null) return { key: format(labelled) }
  const whole = parse(text.toUpperCase())
  const written = whole === null ? null : split(whole)
  const named = grain === grains.month ? parseMonthName(text) : parsePart(text.toUpperCase())
  const part = written?.part ?? (/^\d{1,2}$/.test(text) ? Number(text) : named)
  if (typeof cell === 'object' || part === null || part < 1 || part > max) {
    return { error: `${quoteText(text)} is not a ${noun}; ${write}` }
  }
  if (written !== null && year !== null && written.year !== Number(year)) {
    return { error: `${quoteText(text)} is not in the year ${year}` }
  }
  const known = written?.year ?? (year === null ? null : Number(year))
  if (known === null) {
    return { error: `the year of this ${noun} is unknown; ${advice ?? `add --year or write ${example}`}` }
  }
  if (!isYear(known)) return { error: formatYearError(String(known)) }
  if (part > count(known)) return { error: `${known} has ${count(known)} ${noun}s` }
  return { key: format(of(known, part)) }
}

/** Reads a text key, in the composed form of Unicode (NFC). */
function readName(cell: Cell): KeyRead {
  const key = getCellText(cell).normalize('NFC')
  const error = key === '' ? 'is empty; write a name' : findNameError(key)
  return error === null ? { key: unescapeTotalLabel(key) } : { error }
}

/** Labels of a Total row. */
const TOTALS = /^'*(?:total|grand[\s_]*total)$/i

/** Puts an apostrophe before a name that reads like the label of a Total row. */
export const escapeTotalLabel = (name: string): string => (TOTALS.test(name.trim()) ? `'${name}` : name)
const unescapeTotalLabel = (written: string): string =>
  written.startsWith("'") && TOTALS.test(written) ? written.slice(1) : written
