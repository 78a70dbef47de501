import { createYearPart } from './grain.ts'
import { month } from './month.ts'

/** The quarters of the calendar year. */
export const quarter = createYearPart({
  noun: 'quarter',
  example: '2025-Q1',
  written: '2025-Q1, Q1',
  pattern: 'Q[1-4]',
  max: 4,
  hasSameDates: true,
  count: () => 4,
  of: (year, part) => 4 * year + part - 1,
  split: (period) => ({ year: Math.floor(period / 4), part: (period % 4) + 1 }),
  formatPart: (part) => `Q${part}`,
  at: (day) => Math.floor(month.at(day) / 3),
  start: (period) => month.start(3 * period),
})
