import { parseDate } from './calendar.ts'
import { countDays, formatDay } from './days.ts'
import type { DayPart, Grain, YearPart } from './grain.ts'
import { hour } from './hour.ts'
import { month } from './month.ts'
import { quarter } from './quarter.ts'
import { quarterHour } from './quarter-hour.ts'
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
  end: (period) => period,
}

const year: Grain = {
  noun: 'year',
  example: '2025',
  parse: (text) => (/^\d{4}$/.test(text) ? Number(text) : null),
  format: (period) => String(period).padStart(4, '0'),
  at: (period) => month.split(month.at(period)).year,
  start: (period) => month.start(month.of(period, 1)),
  end: (period) => month.end(month.of(period, 12)),
}

/** The parts of a day, whose keys begin with the day: `2025-03-07T14`. */
export const dayParts = { hour, 'quarter-hour': quarterHour } as const satisfies Readonly<
  Record<string, DayPart>
>
export type DayPartName = keyof typeof dayParts
export const isDayPart = (kind: string): kind is DayPartName => Object.hasOwn(dayParts, kind)

/** The parts of a year that name their year in a key: `2025-W07`. */
export const yearParts = { week, quarter } as const satisfies Readonly<Record<string, YearPart>>
export type YearPartName = keyof typeof yearParts
export const yearPartNames = Object.keys(yearParts) as readonly YearPartName[]

/** Every length of time, the shortest first. */
export const grains = {
  'quarter-hour': quarterHour,
  hour,
  day,
  week,
  month,
  quarter,
  year,
} as const satisfies Readonly<Record<string, Grain>>
export type GrainName = keyof typeof grains

/** Builds an entry for each grain of a family. */
export const mapGrains = <K extends string, G extends Grain, T>(
  family: Readonly<Record<K, G>>,
  build: (grain: G, name: K) => T,
) =>
  Object.fromEntries(
    Object.entries<G>(family).map(([name, grain]) => [name, build(grain, name as K)]),
  ) as Readonly<Record<K, T>>
