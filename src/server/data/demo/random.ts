import { DAY_MS } from '../../../time/days.ts'
import { daysInMonth, formatIsoDate } from '../../../time/calendar.ts'

/** Returns a number from 0 to 1 that depends only on the name, so that demo records are equal on every machine. */
export function seededRandom(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 0xffffffff
}

/** Sunday to Saturday: staff call staff on working days. */
const WEEKDAYS = [0.74, 1.02, 1.04, 1.05, 1.06, 1.09, 0.86]
/** Every second hour from midnight: few calls at night, most before noon and in the evening. */
const HOURS = [0.45, 0.3, 0.35, 0.75, 1.2, 1.45, 1.35, 1.3, 1.35, 1.4, 1.25, 0.85]
const START = Date.UTC(2024, 0, 1)
/** After a century of growth every daily sum is still far below the largest allowed amount. */
const MAX_YEARS_OF_GROWTH = 100

/** Chooses the dates of a month that get a record of a kind. */
export type ChooseDates = (kind: string, year: number, month: number) => readonly string[]

export const everyDate: ChooseDates = (_kind, year, month) =>
  Array.from({ length: daysInMonth(year, month) }, (_, index) =>
    formatIsoDate({ year, month, day: index + 1 }),
  )

/** The dates of a month with demo records; the share `gaps` is missing, as in real data. */
export const demoDates =
  (gaps: number): ChooseDates =>
  (kind, year, month) =>
    everyDate(kind, year, month).filter((date) => seededRandom(`${kind} missing ${date}`) >= gaps)

/** Describes the trend of the demo values of a dataset. */
interface Trend {
  readonly week: 'working days' | 'even'
  readonly growth: number
}

/** Returns the factor of a measure's ordinary value at a date or time: growth, day, hour and random variation. */
export function computeDayFactor(name: string, date: string, trend: Trend | null): number {
  const time = Date.parse(date)
  const years = Math.min((time - START) / DAY_MS / 365, MAX_YEARS_OF_GROWTH)
  const growth = (1 + (trend?.growth ?? 0)) ** years
  const weekday = trend?.week === 'even' ? 1 : (WEEKDAYS[new Date(time).getUTCDay()] ?? 1)
  const variation = 0.92 + 0.16 * seededRandom(`${name} on ${date}`)
  const hour = date.includes('T') ? (HOURS[Math.floor(new Date(time).getUTCHours() / 2)] ?? 1) : 1
  return growth * weekday * hour * variation
}

/** Rounds to two decimals; an amount that would be 0 keeps two digits. */
export const roundAmount = (value: number): number =>
  Math.round(value * 100) / 100 || Number(value.toPrecision(2))
