import { type CalendarDate, daysInMonth, formatIsoDate } from '../time/calendar.ts'
import { DAY_MINUTES } from '../time/days.ts'

/** The order of day, month and year in a date of numbers. */
export type DateOrder = 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'YY/MM/DD'
export const dateOrders: readonly DateOrder[] = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YY/MM/DD']

/** A time of day, with the minutes that its offset is ahead of UTC; null without an offset. */
interface ClockTime {
  readonly hour: number
  readonly minute: number
  readonly isFull: boolean
  readonly offset: number | null
}

const CLOCK =
  /^(\d{1,2})(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(?: ?([AP])\.?M\.?)?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d|(?<=:\d\d:\d\d(?:\.\d+)?)[+-]\d\d))?$/i

/** Parses a time such as `14:00`, `2:00 PM` or `14:00:00+01:00`, also `14`; null for another text. */
function parseClock(text: string): ClockTime | null {
  const [, hours, minutes = '0', seconds = '0', fraction = '0', half, zone] = CLOCK.exec(text) ?? []
  if (hours === undefined) return null
  const isAfternoon = half !== undefined && half.toUpperCase() === 'P'
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0)
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return {
    hour,
    minute: Number(minutes),
    isFull: Number(seconds) === 0 && Number(fraction) === 0,
    offset: zone === undefined ? null : parseOffset(zone),
  }
}

function parseOffset(zone: string): number {
  const [, sign, hours, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const ahead = sign === undefined ? 0 : 60 * Number(hours) + Number(minutes)
  return sign === '-' ? -ahead : ahead
}

/** A time range such as `00:00-01:00`, `00:00:00 – 00:59:59` or `00-01`. */
const RANGE = /^(\d\d?)(?::(\d\d)(?::00)?)? ?[-–] ?(\d\d?)(?::(\d\d)(?::\d\d)?)?$/
export const isRange = (text: string): boolean => RANGE.test(text)

/** A time without a colon: `0100`, `8.30`, `14h30`, `14h`. */
const UNUSUAL = /^(?:(\d\d)(\d\d)|(\d\d?)\.(\d\d)|(\d\d?) ?h ?(\d\d))$/i

/** Parses a time without a day: also `0100`, `8.30`, `14h30`, or a range of at most an hour by its start. */
export function parseBareClock(text: string): ClockTime | null {
  const [, hour, minute, endHour, endMinute] = RANGE.exec(text) ?? []
  // `14:00-15` can be a time with its offset.
  if (hour === undefined || (minute === undefined) !== (endMinute === undefined))
    return parseClock(text.replace(UNUSUAL, '$1$3$5:$2$4$6').replace(/^(\d\d?) ?h$/i, '$1'))
  const length = 60 * (Number(endHour) - Number(hour)) + Number(endMinute ?? 0) - Number(minute ?? 0)
  // The last range of a day ends at 00:00.
  return (length + DAY_MINUTES) % DAY_MINUTES > 0 && (length + DAY_MINUTES) % DAY_MINUTES <= 60
    ? parseClock(`${hour}:${minute ?? '00'}`)
    : null
}

const STAMP = /^(.*[\d.A-Za-z])(?:T| )(\d{1,2}:\d\d.*)$/

/** Splits a text such as `2025-03-07T14:00Z` into its day and its time, which a day alone has not; null if the time is none. */
export function splitTime(text: string) {
  const [, day, clock] = STAMP.exec(text) ?? []
  if (day === undefined || clock === undefined) return { day: text, time: null }
  const time = parseClock(clock)
  return time === null ? null : { day, time }
}

const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)$/
const YEAR_FIRST = /^(\d{4})([-/.]?)(\d\d)\2(\d\d)$/
const MONTH_NAME = /^(\d{1,2})(?:er|º)?[ /.-]*(?:de )?(\p{L}{3,10})\.?(?:[ ,/-]+(?:de )?)?(\d{4}|\d\d)$/u
const MONTH_FIRST = /^(\p{L}{3,10})\.? (\d{1,2}),? (\d{4})$/u

const WEEKDAY = /^(\p{L}[\p{L}-]+)\.?,? (?=.*\d)/u

/** Leaves out the weekday of a day such as `Mon 03/03/2025`. */
export const dropWeekday = (text: string): string =>
  text.replace(WEEKDAY, (start, name: string) => (listWeekdays(name) === undefined ? start : ''))

/**
 * Parses a day in an order; null for another text, and for a day of another weekday than its text names. A day that begins
 * with its year, or names its month, has no order.
 */
export function parseDay(text: string, order: DateOrder): CalendarDate | null {
  const date = parseDate(text, order)
  const [, name = ''] = WEEKDAY.exec(text) ?? []
  const weekdays = listWeekdays(name)
  // Some beginnings of months are those of weekdays: `Mar 3, 2025` is a day of March.
  if (date !== null || weekdays === undefined) return date
  const named = parseDate(dropWeekday(text), order)
  return named !== null && weekdays.has(getWeekday(named)) ? named : null
}

const getWeekday = ({ year, month, day }: CalendarDate): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay()

function parseDate(text: string, order: DateOrder): CalendarDate | null {
  const [, first, , second, last] = NUMBERS.exec(text) ?? []
  if (first !== undefined && last !== undefined) {
    if (order === 'YY/MM/DD') {
      const isShort = first.length === 2 && last.length === 2
      return isShort ? checkDate(parseYear(first), Number(second), Number(last)) : null
    }
    const [day, month] = order === 'DD/MM/YYYY' ? [first, second] : [second, first]
    return checkDate(parseYear(last), Number(month), Number(day))
  }
  const [, writtenYear, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (writtenYear !== undefined) return checkDate(Number(writtenYear), Number(month), Number(day))
  const [, dayBefore, nameAfter, yearAfter] = MONTH_NAME.exec(text) ?? []
  const [, nameBefore, dayAfter, yearLast] = MONTH_FIRST.exec(text) ?? []
  const named = parseMonthName(nameAfter ?? nameBefore ?? '')
  if (named === null) return null
  return checkDate(parseYear(yearAfter ?? yearLast ?? ''), named, Number(dayBefore ?? dayAfter))
}

/** Years of two digits from this one on could be of the last century as well. */
const FIRST_DOUBTFUL = 70

/** Parses a year; one of two digits is of this century, or none if it could be of the last. */
export const parseYear = (text: string): number | null =>
  text.length > 2 ? Number(text) : Number(text) < FIRST_DOUBTFUL ? 2000 + Number(text) : null

const checkDate = (year: number | null, month: number, day: number): CalendarDate | null =>
  year === null || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)
    ? null
    : { year, month, day }

/** Returns true for a text that has the form of a date of numbers, whatever they are. */
export const isDateLike = (text: string): boolean => NUMBERS.test(dropWeekday(splitTime(text)?.day ?? ''))

/** Formats the readings of a text as a day, by order; null for an order in which it is none. */
export function readInOrders(text: string): readonly (string | null)[] {
  const day = splitTime(text)?.day ?? ''
  return dateOrders.map((order) => {
    const date = parseDay(day, order)
    return date && formatIsoDate(date)
  })
}

const MINUTE = 60_000

/** Converts a minute of a day with an offset to the calendar and clock of a zone, as `2025-03-07T14:00`. */
export function convertToZone(
  { year, month, day }: CalendarDate,
  minute: number,
  offset: number | null,
  zone: string | null,
): string {
  const local = Date.UTC(year, month - 1, day, 0, minute)
  if (offset === null || zone === null) return new Date(local).toISOString().slice(0, 16)
  const instant = new Date(local - offset * MINUTE)
  const parts = getFormatter(zone).formatToParts(instant)
  const get = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${get('year')}-${get('month')}-${get('day')}T${get('hour')}:${get('minute')}`
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function getFormatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  const two = '2-digit'
  const formatter = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
  })
  formatters.set(zone, formatter)
  return formatter
}

/** The languages whose names of months and weekdays are read. None of their names of months has two meanings. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']
/** The month of each name and of its beginnings; short names that are none come first. */
const months = new Map<string, number | null>([
  ['mrz', 3],
  ['mrt', 3],
])

/** Removes accents and capitals: `Février` becomes `fevrier`. */
const simplify = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The days of the week, from Sunday as 0, that a name or its first letters can mean: `di` is Tuesday or Sunday. */
const weekdays = new Map<string, Set<number>>()

for (const language of LANGUAGES) {
  const named = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  for (let day = 0; day < 7; day += 1) {
    const name = simplify(named.format(Date.UTC(2025, 0, 5 + day)))
    for (const start of [2, 3, 4, name.length].map((length) => name.slice(0, length)))
      weekdays.set(start, (weekdays.get(start) ?? new Set<number>()).add(day))
  }
  const formatter = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  for (let month = 1; month <= 12; month += 1) {
    const name = simplify(formatter.format(Date.UTC(2025, month - 1)))
    for (const length of [3, 4, 5]) {
      const start = name.slice(0, length)
      // A beginning such as `jui` is that of two months.
      months.set(start, months.has(start) && months.get(start) !== month ? null : month)
    }
    months.set(name, month)
  }
}

/** Parses a name of a month, or its first letters, as 1 to 12; null for another text. */
export const parseMonthName = (text: string): number | null => months.get(simplify(text)) ?? null

/** Lists the days of the week that a name can mean, from Sunday as 0; undefined for another text. */
const listWeekdays = (text: string): ReadonlySet<number> | undefined => weekdays.get(simplify(text))
