import { daysInMonth, formatIsoDate } from '../../report/calendar.ts'

/** A number from 0 to 1 that depends on the name alone: the demo's records are the same on every machine. */
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
const START = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
/** After a century of growth every daily sum is still far below the largest allowed amount. */
const MOST_YEARS_OF_GROWTH = 100

/** Chooses the dates of a month that get a record of a kind. */
export type ChooseDates = (kind: string, year: number, month: number) => readonly string[]

/** Every date of a month. */
export const everyDate: ChooseDates = (_kind, year, month) =>
  Array.from({ length: daysInMonth(year, month) }, (_, index) =>
    formatIsoDate({ year, month, day: index + 1 }),
  )

/** The dates of a month that the demo has records of: so many are missing, as in real data. */
export const demoDates =
  (gaps: number): ChooseDates =>
  (kind, year, month) =>
    everyDate(kind, year, month).filter((date) => seededRandom(`${kind} missing ${date}`) >= gaps)

export const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** What a dataset says of how its demo values go. */
interface Course {
  readonly week: 'working days' | 'even'
  readonly growth: number
}

/** How much of its ordinary value a measure has on a day: it grows, follows the week and strays a little. */
export function dayFactor(name: string, date: string, course: Course | null): number {
  const time = Date.parse(date)
  const years = Math.min((time - START) / DAY_MS / 365, MOST_YEARS_OF_GROWTH)
  const growth = (1 + (course?.growth ?? 0)) ** years
  const weekday = course?.week === 'even' ? 1 : (WEEKDAYS[new Date(time).getUTCDay()] ?? 1)
  const stray = 0.92 + 0.16 * seededRandom(`${name} on ${date}`)
  return growth * weekday * stray
}

/** Rounds to two decimals. */
export function roundTo2(value: number): number {
  return Math.round(value * 100) / 100
}
