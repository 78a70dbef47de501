import { countDays } from './days.ts'
import { createYearPart, type YearPart } from './grain.ts'

// Weeks of ISO 8601 begin on Monday. 1970-01-01 was a Thursday, and week 0 contains it.
const MONDAY = -3
const at = (day: number): number => Math.floor((day - MONDAY) / 7)
const start = (week: number): number => 7 * week + MONDAY

/** Returns the first week of a year, which contains January 4. */
const getFirst = (year: number): number => at(countDays({ year, month: 1, day: 4 }))

/** The weeks of ISO 8601, Monday to Sunday; the first and the last of a year can have days of another. */
export const week: YearPart = createYearPart({
  noun: 'week',
  example: '2025-W07',
  written: '2025-W07',
  pattern: String.raw`W\d{2}`,
  max: 53,
  hasSameDates: false,
  count: (year) => getFirst(year + 1) - getFirst(year),
  of: (year, part) => getFirst(year) + part - 1,
  split: (period) => {
    // The Thursday of a week is in the year that it belongs to.
    const year = new Date((start(period) + 3) * 86_400_000).getUTCFullYear()
    return { year, part: period - getFirst(year) + 1 }
  },
  formatPart: (part) => `W${String(part).padStart(2, '0')}`,
  at,
  start,
})
