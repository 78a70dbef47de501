import { daysIn, isoDate } from '../../engine/calendar.ts'
import { monthText } from '../calendar-month.ts'

/** A number from 0 to 1 that depends on the name alone: the demo's records are the same on every machine. */
export function noise(name: string): number {
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
const START = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const YEARLY_GROWTH = 0.14
/** A century of growth keeps every sum of a day far below the largest figure. */
const MOST_YEARS_OF_GROWTH = 100
const MISSING = 0.012

/** Chooses the dates of a month that get a record of a kind. */
export type ChooseDates = (kind: string, year: number, month: number) => readonly string[]

/** Every date of a month. */
export const everyDate: ChooseDates = (_kind, year, month) =>
  Array.from({ length: daysIn(year, month) }, (_, index) => isoDate({ year, month, day: index + 1 }))

/** The dates of a month that the demo has records of: a few are missing, as in real data. */
export const demoDates: ChooseDates = (kind, year, month) =>
  everyDate(kind, year, month).filter((date) => noise(`${kind} missing ${date}`) > MISSING)

export const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** Every month of the years, as `2025-03`. */
export function monthsOf(years: readonly number[]): string[] {
  return years.flatMap((year) => months.map((month) => monthText(year, month)))
}

/** Plausible minutes of a day: a base that grows, follows the week and strays a little; two decimals. */
export function minutesOf(name: string, date: string, base: number): number {
  const time = Date.parse(date)
  const years = Math.min((time - START) / DAY_MS / 365, MOST_YEARS_OF_GROWTH)
  const growth = (1 + YEARLY_GROWTH) ** years
  const weekday = WEEKDAYS[new Date(time).getUTCDay()] ?? 1
  const stray = 0.92 + 0.16 * noise(`${name} on ${date}`)
  return cents(base * growth * weekday * stray)
}

/** Rounds to two decimals. */
export function cents(value: number): number {
  return Math.round(value * 100) / 100
}
