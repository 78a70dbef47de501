import { padTwo } from './calendar.ts'
import { countDays, DAY_MS } from './days.ts'
import { createYearPart, type YearPart } from './grain.ts'

// Weeks of ISO 8601 begin on Monday. 1970-01-01 was a Thursday, and week 0 contains it.
const MONDAY = -3
const getWeek = (day: number): number => Math.floor((day - MONDAY) / 7)
const getMonday = (week: number): number => 7 * week + MONDAY

/** Returns the first week of a year, which contains January 4. */
const getFirstWeek = (year: number): number => getWeek(countDays({ year, month: 1, day: 4 }))

/** Returns the weeks of ISO 8601, Monday to Sunday; the first and the last of a year can have days of another. */
export const week: YearPart = createYearPart({
  noun: 'week',
  example: '2025-W07',
  written: '2025-W07',
  pattern: String.raw`W\d{2}`,
  max: 53,
  hasSameDates: false,
  count: (year) => getFirstWeek(year + 1) - getFirstWeek(year),
  of: (year, part) => getFirstWeek(year) + part - 1,
  split: (period) => {
    // The Thursday of a week is in the year that it belongs to.
    const year = new Date((getMonday(period) + 3) * DAY_MS).getUTCFullYear()
    return { year, part: period - getFirstWeek(year) + 1 }
  },
  formatPart: (part) => `W${padTwo(part)}`,
  at: getWeek,
  start: getMonday,
})
