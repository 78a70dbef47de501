import { type CalendarDate, daysInMonth, formatIsoDate, parseDate } from './calendar.ts'

/** The first and the last day of a span of time, both `YYYY-MM-DD`. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

/** What is chosen: a year, days of it or of any year, both, or neither. */
export interface Period {
  readonly year: number | null
  /** The chosen days; null for a whole year, and if no period is chosen. */
  readonly days: DayRange | null
}

export const anyPeriod: Period = { year: null, days: null }

/** Whether a day (`YYYY-MM-DD`) is in a period. */
export const includesDay = ({ year, days }: Period, day: string): boolean =>
  days === null ? year === null || Number(day.slice(0, 4)) === year : days.first <= day && day <= days.last

const DAY = 86_400_000

/** The number of a day, from 0 for 1970-01-01. A year below 100 stays as it is, unlike in `Date.UTC`. */
export const countDays = ({ year, month, day }: CalendarDate): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / DAY

/** The day with a number, `YYYY-MM-DD`. */
export const formatDay = (count: number): string => new Date(count * DAY).toISOString().slice(0, 10)

/** The number of days of a range; 0 or less if the last is before the first. */
export function countRange({ first, last }: DayRange): number {
  const [from, to] = [parseDate(first), parseDate(last)]
  return from === null || to === null ? 0 : countDays(to) - countDays(from) + 1
}

/** Every day of a range, in order. */
export function listDays(range: DayRange): string[] {
  const from = parseDate(range.first)
  const length = Math.max(0, countRange(range))
  return from === null ? [] : Array.from({ length }, (_, index) => formatDay(countDays(from) + index))
}

/** The days from a first to a last month of a year. */
export const getMonthDays = (year: number, first: number, last: number): DayRange => ({
  first: formatIsoDate({ year, month: first, day: 1 }),
  last: formatIsoDate({ year, month: last, day: daysInMonth(year, last) }),
})

/** The days of a month. */
export const getDaysOfMonth = (year: number, month: number): DayRange => getMonthDays(year, month, month)
