import { monthNames, padTwo, parseDate } from './calendar.ts'
import { countDays, DAY_MS, formatDay } from './days.ts'
import { createDayPart, createYearPart, type DayPart, type Grain, type YearPart } from './grain.ts'

/** The quarters of the hours of a day, by the time at which they begin. */
const quarterHour = createDayPart({
  noun: 'quarter-hour',
  one: 'a quarter-hour',
  example: '2025-03-07T14:15',
  written: 'a quarter of an hour (0 to 95, HH:mm, or a timestamp)',
  pattern: String.raw`\d{2}:(?:00|15|30|45)`,
  count: 96,
  formatPart: (part) => `${padTwo(Math.floor(part / 4))}:${padTwo((part % 4) * 15)}`,
  formatTime: (text) => text,
})

/** The hours of a day, as a clock shows them: a calendar date has no time zone. */
const hour = createDayPart({
  noun: 'hour',
  one: 'an hour',
  example: '2025-03-07T14',
  written: 'an hour (0 to 23, HH:mm, or a timestamp)',
  pattern: String.raw`\d{2}:00`,
  count: 24,
  formatPart: padTwo,
  formatTime: (text) => `${text}:00`,
})

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

const divideYear = (count: number) => ({
  max: count,
  hasSameDates: true,
  count: () => count,
  of: (year: number, part: number) => count * year + part - 1,
  split: (period: number) => ({ year: Math.floor(period / count), part: (period % count) + 1 }),
})

const month = createYearPart({
  noun: 'month',
  example: '2025-03',
  written: '2025-03',
  pattern: String.raw`\d{2}`,
  ...divideYear(12),
  formatPart: padTwo,
  label: (year, part) => `${monthNames[part - 1] ?? part} ${year}`,
  at: (day) => {
    const date = new Date(day * DAY_MS)
    return 12 * date.getUTCFullYear() + date.getUTCMonth()
  },
  start: (period) => countDays({ year: Math.floor(period / 12), month: (period % 12) + 1, day: 1 }),
})

const quarter = createYearPart({
  noun: 'quarter',
  example: '2025-Q1',
  written: '2025-Q1, Q1',
  pattern: 'Q[1-4]',
  ...divideYear(4),
  formatPart: (part) => `Q${part}`,
  at: (day) => Math.floor(month.at(day) / 3),
  start: (period) => month.start(3 * period),
})

const year: Grain = {
  noun: 'year',
  example: '2025',
  parse: (text) => (/^\d{4}$/.test(text) ? Number(text) : null),
  format: (period) => String(period).padStart(4, '0'),
  at: (period) => month.split(month.at(period)).year,
  start: (period) => month.start(month.of(period, 1)),
  end: (period) => month.end(month.of(period, 12)),
}

// Weeks of ISO 8601 begin on Monday. 1970-01-01 was a Thursday, and week 0 contains it.
const MONDAY = -3
const getWeek = (day: number): number => Math.floor((day - MONDAY) / 7)
const getMonday = (week: number): number => 7 * week + MONDAY

/** Returns the first week of a year, which contains January 4. */
const getFirstWeek = (year: number): number => getWeek(countDays({ year, month: 1, day: 4 }))

/** Returns the weeks of ISO 8601, Monday to Sunday; the first and the last of a year can have days of another. */
const week = createYearPart({
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
export const isYearPart = (kind: string): kind is YearPartName => Object.hasOwn(yearParts, kind)

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
export const grainNames = Object.keys(grains) as readonly GrainName[]

/** Builds an entry for each grain of a family. */
export const mapGrains = <K extends string, G extends Grain, T>(
  family: Readonly<Record<K, G>>,
  build: (grain: G, name: K) => T,
) =>
  Object.fromEntries(
    Object.entries<G>(family).map(([name, grain]) => [name, build(grain, name as K)]),
  ) as Readonly<Record<K, T>>
