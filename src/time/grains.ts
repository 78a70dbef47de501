import { parseDate } from './calendar.ts'
import { countDays, formatDay } from './days.ts'
import type { Grain, YearPart } from './grain.ts'
import { month } from './month.ts'
import { quarter } from './quarter.ts'
import { week } from './week.ts'

const day: Grain = {
  noun: 'day',
  example: '2025-03-07',
  parse: (text) => {
    const date = /^\d{4}-\d\d-\d\d$/.test(text) ? parseDate(text) : null
    return date && countDays(date)
  },
  format: formatDay,
  at: (period) => period,
  start: (period) => period,
}

const year: Grain = {
  noun: 'year',
  example: '2025',
  parse: (text) => (/^\d{4}$/.test(text) ? Number(text) : null),
  format: (period) => String(period).padStart(4, '0'),
  at: (period) => month.split(month.at(period)).year,
  start: (period) => month.start(month.of(period, 1)),
}

/** The parts of a year that name their year in a key: `2025-W07`. */
export const yearParts = { week, quarter } as const satisfies Readonly<Record<string, YearPart>>
export type YearPartName = keyof typeof yearParts

/** Every length of time, the shortest first. */
export const grains = { day, week, month, quarter, year } as const satisfies Readonly<Record<string, Grain>>
export type GrainName = keyof typeof grains

/** Builds an entry for each part of a year that names its year in a key. */
export const mapYearParts = <T>(build: (grain: YearPart, name: YearPartName) => T) =>
  Object.fromEntries(
    Object.entries(yearParts).map(([name, grain]) => [name, build(grain, name as YearPartName)]),
  ) as Readonly<Record<YearPartName, T>>
