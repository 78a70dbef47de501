import { monthNames } from './calendar.ts'
import { countDays } from './days.ts'
import { createYearPart } from './grain.ts'

const split = (period: number) => ({ year: Math.floor(period / 12), part: (period % 12) + 1 })
const of = (year: number, part: number): number => 12 * year + part - 1

/** The months of the calendar. */
export const month = createYearPart({
  noun: 'month',
  example: '2025-03',
  written: '2025-03',
  pattern: String.raw`\d{2}`,
  max: 12,
  hasSameDates: true,
  count: () => 12,
  of,
  split,
  formatPart: (part) => String(part).padStart(2, '0'),
  label: (year, part) => `${monthNames[part - 1] ?? part} ${year}`,
  at: (day) => {
    const date = new Date(day * 86_400_000)
    return of(date.getUTCFullYear(), date.getUTCMonth() + 1)
  },
  start: (period) => {
    const { year, part } = split(period)
    return countDays({ year, month: part, day: 1 })
  },
})
