import { type CalendarDate, daysInMonth, formatIsoDate, parseDate, shortMonths } from './calendar.ts'

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

/** Returns true if a day (`YYYY-MM-DD`) is in a period. */
export const includesDay = ({ year, days }: Period, day: string): boolean =>
  days === null ? year === null || Number(day.slice(0, 4)) === year : days.first <= day && day <= days.last

export const DAY_MS = 86_400_000
export const DAY_MINUTES = 24 * 60

/** Returns the number of a day, 0 for 1970-01-01. A year below 100 stays as it is, unlike in `Date.UTC`. */
export const countDays = ({ year, month, day }: CalendarDate): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS

/** Formats the number of a day as `YYYY-MM-DD`. */
export const formatDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Returns true for a day of the years that reports can show, `2025-03-07`. */
export function isDay(text: string): boolean {
  return /^(?:19|2[0-9])\d\d-\d\d-\d\d$/.test(text) && parseDate(text) !== null
}

/** Counts the days of a range; 0 or less if the last is before the first. */
export function countRange({ first, last }: DayRange): number {
  const [from, to] = [parseDate(first), parseDate(last)]
  return from === null || to === null ? 0 : countDays(to) - countDays(from) + 1
}

/** Lists every day of a range, in order. */
export function listDays(range: DayRange): string[] {
  const from = parseDate(range.first)
  const length = Math.max(0, countRange(range))
  return from === null ? [] : Array.from({ length }, (_, index) => formatDay(countDays(from) + index))
}

/** Formats days as `Feb 10 - 16` or `Feb 24 - Mar 2`, with the year of the last one if `withYear`. */
export function formatDayRange({ first, last }: DayRange, withYear = false): string {
  const [from, to] = [first, last].map((day) => shortMonths[Number(day.slice(5, 7)) - 1] ?? '')
  const end = `${from === to ? '' : `${to} `}${Number(last.slice(8))}`
  return `${from} ${Number(first.slice(8))} - ${end}${withYear ? `, ${last.slice(0, 4)}` : ''}`
}

/** Moves a day by months: to the same day, or to the last one of a shorter month. */
function addMonths({ year, month, day }: CalendarDate, count: number): CalendarDate {
  const months = year * 12 + month - 1 + count
  const moved = { year: Math.floor(months / 12), month: (months % 12) + 1 }
  return { ...moved, day: Math.min(day, daysInMonth(moved.year, moved.month)) }
}

/**
 * Moves a range to the days before it, or to the year before: whole months by months, unless those have more than
 * `maxDays` days.
 */
export function moveBack(range: DayRange, compare: 'previous' | 'year', maxDays: number): DayRange {
  const [first, last] = [parseDate(range.first), parseDate(range.last)]
  if (first === null || last === null) return range
  const length = 12 * (last.year - first.year) + last.month - first.month + 1
  const months = compare === 'year' ? 12 : length
  const start = formatIsoDate(addMonths(first, -months))
  const isWhole = first.day === 1 && last.day === daysInMonth(last.year, last.month)
  const moved = { first: start, last: formatIsoDate(addMonths({ ...last, day: 31 }, -months)) }
  if (isWhole && countRange(moved) <= maxDays) return moved
  const days = Math.max(1, countRange(range))
  if (compare === 'previous') {
    return { first: formatDay(countDays(first) - days), last: formatDay(countDays(last) - days) }
  }
  const end = Math.min(countDays(addMonths(last, -12)), countDays(addMonths(first, -12)) + maxDays - 1)
  return { first: start, last: formatDay(end) }
}
