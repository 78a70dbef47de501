import type { Choices } from '../../schemas/dataset/reading.ts'
import type { DatasetKeyPlan } from '../dataset/dataset-plan.ts'
import { formatIsoDate, padTwo } from '../time/calendar.ts'
import { DAY_MINUTES, formatDayRange } from '../time/days.ts'
import { type DayPart, getDays, isStorable, type YearPart } from '../time/grain.ts'
import { dayParts, grains, mapGrains, yearParts } from '../time/grains.ts'
import { type Cell, getCellText, getTimeText } from './cells.ts'
import {
  convertToZone,
  type DateOrder,
  dropWeekday,
  isRange,
  parseBareClock,
  parseDay,
  parseYear,
  readInOrders,
  splitTime,
  parseMonthName,
} from './dates.ts'
import { quoteText } from './errors.ts'

/** A key or a period, or an error message. */
export type KeyRead = { readonly key: string } | { readonly error: string }

/** How the times of a column are read. */
export type TimeReading = Readonly<{ order: DateOrder } & Pick<Choices, 'hours' | 'zone' | 'times'>>

/** Reads each kind of key; `period` is the year or day that the cell can lack. */
export const keyReaders: Readonly<
  Record<
    Exclude<DatasetKeyPlan['kind'], 'none'>,
    (cell: Cell, period: string | null, reading: TimeReading) => KeyRead
  >
> = {
  date: (cell, _, reading) => readDate(cell, reading),
  month: (cell, year) => readYearPart(grains.month, cell, year),
  ...mapGrains(
    dayParts,
    (grain) => (cell: Cell, day: string | null, reading: TimeReading) =>
      readDayPart(grain, cell, day, reading),
  ),
  ...mapGrains(yearParts, (grain) => (cell: Cell, year: string | null) => readYearPart(grain, cell, year)),
  year: readYear,
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 2199]
/** Spreadsheets count a 29 February 1900, which did not exist: day numbers up to 60 are ambiguous. */
const FIRST_SAFE_DAY = '1900-03-01'

const isYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR
const formatYearError = (text: string) => `${quoteText(text)} is not between ${FIRST_YEAR} and ${LAST_YEAR}`

export function readYear(cell: Cell): KeyRead {
  const key = getCellText(cell)
  return /^\d{4}$/.test(key) && isYear(Number(key))
    ? { key }
    : { error: `${quoteText(key)} is not a year such as 2025` }
}

const examples: Readonly<Record<DateOrder, string>> = {
  'DD/MM/YYYY': '17/3/2025',
  'MM/DD/YYYY': '3/17/2025',
  'YY/MM/DD': '25/03/17',
}

/** Two digits that could be a year of this century or of the last. */
const DOUBTFUL_YEAR = /^(?!.*\d{4}).*(?<!\d)[7-9]\d(?!\d)/

/** Reads a date cell, or a date in one of the accepted formats, as `2025-03-07`. */
export function readDate(cell: Cell, { order, zone }: TimeReading): KeyRead {
  const text = getCellText(cell)
  const write = `write 2025-03-17 or ${examples[order]}`
  if (typeof cell === 'number' && !isStorable(grains.day, spellDay(text))) {
    return { error: `${cell} is a number, not a date; format the cell as a date` }
  }
  if (text === '') return { error: `is empty; write a date such as 2025-03-17 or ${examples[order]}` }
  if (cell instanceof Date) return readDateCell(cell, text)
  const split = splitTime(text)
  const date = split && parseDay(split.day, order)
  if (split === null || date === null || split.time?.hour === 24) {
    const unnamed = split && parseDay(dropWeekday(split.day), order)
    if (date === null && unnamed !== null)
      return { error: `${quoteText(text)} names another weekday than that of ${formatIsoDate(unnamed)}` }
    const isOther = readInOrders(text).some((day) => day !== null)
    const why = isOther ? ` in the order ${order} ("read": { "dates": "${order}" })` : ''
    const century = DOUBTFUL_YEAR.test(text) ? ', or a year whose two digits do not tell its century' : ''
    return { error: `${quoteText(text)} is not a calendar date${why || century}; ${write}` }
  }
  if (!isYear(date.year)) return { error: formatYearError(text) }
  const { time } = split
  if (time === null) return { key: formatIsoDate(date) }
  return { key: convertToZone(date, 60 * time.hour + time.minute, time.offset, zone).slice(0, 10) }
}

const spellDay = (text: string): string => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

function readDateCell(cell: Date, text: string): KeyRead {
  if (Number.isNaN(cell.getTime())) {
    return { error: `contains a number that is not a day between ${FIRST_YEAR} and ${LAST_YEAR}` }
  }
  const year = cell.getUTCFullYear()
  if (!isYear(year)) return { error: formatYearError(text) }
  const key = cell.toISOString().slice(0, 10)
  return key < FIRST_SAFE_DAY
    ? { error: `is a date before March 1900, which spreadsheets count differently; write ${key} as text` }
    : { key }
}

/** The last hour of a day on which summer time ends, numbered from 1. */
export const LAST_OF_25 = '25'

/** The name of a time zone behind a time, such as `CEST`. */
const ZONE_NAME = /:\d\d [A-Z]{3,5}$/

/** Reads a part of a day by its start: `2025-03-07 14:00`, also as a timestamp, or `14:00` or `14` of a known day. */
function readDayPart(
  { noun, one, example, count, formatTime }: DayPart,
  cell: Cell,
  day: string | null,
  reading: TimeReading,
): KeyRead {
  const isCut = reading.times === 'cut'
  const text = isCut && cell instanceof Date ? cutSecond(cell) : getTimeText(cell)
  const [writtenDay = '', clock = ''] = formatTime(example).split('T')
  if (text === '') return { error: `is empty; write ${one} such as ${writtenDay} ${clock} or ${clock}` }
  if (text === LAST_OF_25)
    return {
      error: `${quoteText(text)} is no hour of the clock; if the day on which summer time ends is numbered to 25, write times with their offset, such as 2025-10-26 02:00+01:00, or the hours of the clock, from 1 to 24 with one number twice, and choose --read hours=end and --read repeated=add`,
    }
  const bare = parseBareClock(text)
  const split = bare === null ? splitTime(text) : { day: null, time: bare }
  const time = split?.time ?? null
  const length = DAY_MINUTES / count
  // A range says both its start and its end.
  const isEnd = reading.hours === 'end' && !isCut && !isRange(text)
  const start = time === null ? NaN : 60 * time.hour + time.minute - (isEnd ? length : 0)
  // The hour that ends at midnight is the last one of the day before.
  const first = bare === null && isEnd ? -length : 0
  const end =
    time?.hour === 24
      ? '; hours from 1 to 24 are read by --read hours=end, or "read": { "hours": "end" }'
      : isEnd && time?.hour === 0
        ? `, from 1 to 24: hours are read by their ends ("read": { "hours": "end" })`
        : time === null || (time.isFull && time.minute % length === 0)
          ? ''
          : `, or choose --read times=cut for the ${noun} that it is in, with --read repeated=add`
  const unfit = {
    error: `${quoteText(text)} is not a full ${noun}; write ${writtenDay} ${clock}, ${clock} or 14${ZONE_NAME.test(text) ? ', and a time zone as its offset: +02:00' : end}`,
  }
  if (time === null || !(time.isFull || isCut) || !(start >= first && start < DAY_MINUTES)) return unfit
  const writtenIn = split?.day ?? null
  const written = writtenIn === null ? null : readDate(writtenIn, reading)
  if (written !== null && 'error' in written) return written
  if (written !== null && day !== null && written.key !== day) {
    return { error: `${quoteText(text)} is not on ${day}` }
  }
  const known = written?.key ?? day
  const date = known === null ? null : parseDay(known, 'DD/MM/YYYY')
  const moment = date === null ? null : convertToZone(date, start, time.offset, reading.zone)
  const [hours = '', minutes = ''] = (moment?.split('T')[1] ?? padTime(start)).split(':')
  const rest = (60 * Number(hours) + Number(minutes)) % length
  if (rest !== 0 && !isCut) return unfit
  if (moment === null) {
    return { error: `the day of this ${noun} is unknown; add --period 2025-03-07 or a column Date` }
  }
  return { key: `${moment.slice(0, -2)}${padTwo(Number(minutes) - rest)}`.slice(0, example.length) }
}

/** Formats a time without the part of its second, which would round 23:59:59.999 to the next day. */
const cutSecond = (cell: Date): string => getTimeText(new Date(1000 * Math.floor(cell.getTime() / 1000)))

const padTime = (minutes: number): string => `${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`

/** Finds the part of a year that a report labels by its days, such as `Feb 10 - 16`; null for another text. */
const findByDays = (grain: YearPart, year: number, text: string): number | null =>
  grain.list(year).find((period) => formatDayRange(getDays(grain, period)) === text) ?? null

const MONTH_NAMED = /^(\p{L}{3,10})\.?(?:[ /-]| de )(\d{4}|\d\d)$/u
const MONTH_LAST = /^(\d\d?)[/.-](\d{4})$/
const MONTH_START = /^(\d{4}-\d\d)-01(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/

/** Spells a month such as `202503`, `2025/03`, `Mar-25` or a date of its first day as `2025-03`. */
function spellMonth(cell: Cell): string {
  const text = getTimeText(cell).replace(/^(\d{4})[/.]?(\d\d)$/, '$1-$2')
  const [, name = '', year = ''] = MONTH_NAMED.exec(text) ?? []
  const named = parseMonthName(name)
  const ofCentury = parseYear(year)
  if (named !== null && ofCentury !== null) return `${ofCentury}-${padTwo(named)}`
  const [, month, ofYear] = MONTH_LAST.exec(text) ?? []
  if (month !== undefined && ofYear !== undefined) return `${ofYear}-${month.padStart(2, '0')}`
  return MONTH_START.exec(text)?.[1] ?? text
}

/** Spells a part of a year with the year first: `Q1 2025` or `2025 Q1` as `2025-Q1`. */
const spellYearPart = (cell: Cell): string =>
  getCellText(cell)
    .replace(/^([A-Z]\d\d?)[ /-](\d{4})$/i, '$2-$1')
    .replace(/^(\d{4})[ /]?([A-Z]\d\d?)$/i, '$1-$2')

/** Reads a part of a year; `year` is used if the cell has none. */
function readYearPart(grain: YearPart, cell: Cell, year: string | null): KeyRead {
  const { noun, example, max, parse, parsePart, split, count, of, format } = grain
  const text = grain === grains.month ? spellMonth(cell) : spellYearPart(cell)
  const short = grain === grains.month ? 'March' : example.slice(5)
  const write = `write ${example}, ${short} or ${Number(example.slice(6))}`
  if (text === '') return { error: `is empty; ${write}` }
  const labelled = year === null ? null : findByDays(grain, Number(year), text)
  if (labelled !== null) return { key: format(labelled) }
  const whole = parse(text.toUpperCase())
  const written = whole === null ? null : split(whole)
  const named = grain === grains.month ? parseMonthName(text) : parsePart(text.toUpperCase())
  const part = written?.part ?? (/^\d{1,2}$/.test(text) ? Number(text) : named)
  if ((typeof cell === 'object' && written === null) || part === null || part < 1 || part > max) {
    return { error: `${quoteText(getCellText(cell))} is not a ${noun}; ${write}` }
  }
  if (written !== null && year !== null && written.year !== Number(year)) {
    return { error: `${quoteText(text)} is not in the year ${year}` }
  }
  const fullYear = written?.year ?? (year === null ? null : Number(year))
  if (fullYear === null) {
    return { error: `the year of this ${noun} is unknown; write ${example}, or import with --year` }
  }
  if (!isYear(fullYear)) return { error: formatYearError(String(fullYear)) }
  if (part > count(fullYear)) return { error: `${fullYear} has ${count(fullYear)} ${noun}s` }
  return { key: format(of(fullYear, part)) }
}

/** Labels of a row of totals, in the languages of the files that people have. */
const TOTAL =
  /^['*=#\s]*(?:(?:grand|sub|sous)?[\s_-]*(?:totals?|totale|totaal)|overall|sum(?:me|ma)?|suma|somme|gesamt(?:summe|ergebnis)?|zwischensumme|insgesamt|razem|ogółem|celkem|toplam|yhteensä|всего|итого|合计|合計|总计|總計|小计|σ)[:.*=#\s]*$/i
/** Texts that may be such a label, or a name. */
const MAYBE_TOTAL =
  /^'*(?:(?:grand|sub|sous)?[\s_-]*(?:totals?|totale|totaal)\b|sum(?:me)? (?:of|total)\b|gesamt\b|alle?(?:\s\w+s)?$|totals?:|(?:averages?|avg|mean|durchschnitt|mittelwert|moyenne|promedio)[:.]?$|mtd$|ytd$|(?:month|year) to date$|ø$)|\s(?:total|subtotal|gesamt)s?:?$/i

export const isTotalLabel = (text: string): boolean => TOTAL.test(text)
/** A part of each such text; one test of it is faster than those of all texts. */
const PART =
  /tot[aá]|s[uo]m|gesamt|all|aver|avg|mean|schnitt|mittel|moyenne|promedio|td|date|ø|razem|og|cel|top|yht|его|того|计|計|σ/i
export const mayBeTotal = (text: string): boolean =>
  PART.test(text) && (TOTAL.test(text) || MAYBE_TOTAL.test(text))
