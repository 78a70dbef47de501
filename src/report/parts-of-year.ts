import { monthNames } from './calendar.ts'
import { countDays, type DayRange, formatDay, getMonthDays } from './periods.ts'

/** The days of a quarter, 1 to 4. */
export const getDaysOfQuarter = (year: number, quarter: number): DayRange =>
  getMonthDays(year, 3 * quarter - 2, 3 * quarter)

/** The number of the Monday on which a week of ISO 8601 begins; January 4 is always in week 1. */
function countWeekStart(year: number, week: number): number {
  const day = countDays({ year, month: 1, day: 4 })
  // 1970-01-01 was a Thursday.
  return day - ((((day + 3) % 7) + 7) % 7) + 7 * (week - 1)
}

/** The days of a week of ISO 8601, Monday to Sunday; the first and the last week of a year can have days of another. */
export function getDaysOfWeek(year: number, week: number): DayRange {
  const start = countWeekStart(year, week)
  return { first: formatDay(start), last: formatDay(start + 6) }
}

/** The number of weeks of a year of ISO 8601: 52 or 53. */
export const countWeeks = (year: number): number =>
  (countWeekStart(year + 1, 1) - countWeekStart(year, 1)) / 7

/** `2025-W07`; `W07` without a year. */
export const formatWeek = (year: number | null, week: number): string =>
  `${year === null ? '' : `${String(year).padStart(4, '0')}-`}W${String(week).padStart(2, '0')}`

/** `Feb 10 - 16` or `Feb 24 - Mar 2`, and the year of its last day if `withYear`. */
export function formatWeekDays(year: number, week: number, withYear = false): string {
  const { first, last } = getDaysOfWeek(year, week)
  const [from, to] = [first, last].map((day) => monthNames[Number(day.slice(5, 7)) - 1]?.slice(0, 3) ?? '')
  const end = `${from === to ? '' : `${to} `}${Number(last.slice(8))}`
  return `${from} ${Number(first.slice(8))} - ${end}${withYear ? `, ${last.slice(0, 4)}` : ''}`
}

/** `2025-Q1`; `Q1` without a year. */
export const formatQuarter = (year: number | null, quarter: number): string =>
  `${year === null ? '' : `${String(year).padStart(4, '0')}-`}Q${quarter}`

/** A week or quarter with its year; null for one whose text names none. */
export interface PartOfYear {
  readonly year: number | null
  readonly part: number
}

/** Reads `2025-W07` or `W07`; null for another text, and for a week 53 that the year does not have. */
export function parseWeek(text: string): PartOfYear | null {
  const [, year, week] = /^(?:(\d{4})-)?W(\d\d)$/.exec(text) ?? []
  const found = { year: year === undefined ? null : Number(year), part: Number(week ?? 0) }
  return found.part >= 1 && found.part <= (found.year === null ? 53 : countWeeks(found.year)) ? found : null
}

/** Reads `2025-Q1` or `Q1`; null for another text. */
export function parseQuarter(text: string): PartOfYear | null {
  const [, year, quarter] = /^(?:(\d{4})-)?Q([1-4])$/.exec(text) ?? []
  return quarter === undefined
    ? null
    : { year: year === undefined ? null : Number(year), part: Number(quarter) }
}
