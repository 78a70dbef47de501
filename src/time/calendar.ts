/** A calendar date: no time, no zone. Months count from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** `January`, `February` … */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  monthName.format(Date.UTC(2025, month)),
)

/** `Jan`, `Feb` … */
export const shortMonths: readonly string[] = monthNames.map((name) => name.slice(0, 3))

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** Reads `M/D/YYYY`, `YYYY-MM-DD` or a full ISO timestamp, whose date part counts as written. */
export function parseDate(text: string): CalendarDate | null {
  const iso = ISO.exec(text)
  const slashed = SLASHED.exec(text)
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]].map(Number)
    : slashed
      ? [slashed[3], slashed[1], slashed[2]].map(Number)
      : []
  if (year === undefined || month === undefined || day === undefined) return null
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return { year, month, day }
}

/** Returns the minutes since midnight of a full ISO timestamp or of `HH:mm`, as written; null for another text. */
export function parseMinutes(text: string): number | null {
  const stamp = parseDate(text) && ISO.exec(text)?.slice(4)
  const [hour, minute] = stamp ?? /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text)?.slice(1) ?? []
  return hour === undefined || Number(hour) > 23 ? null : 60 * Number(hour) + Math.min(59, Number(minute))
}

/** Formats a number with at least two digits, so that numbers sort. */
export const padTwo = (value: number): string => String(value).padStart(2, '0')

/** Formats `YYYY-MM-DD`, which also sorts by time. */
export function formatIsoDate({ year, month, day }: CalendarDate): string {
  return `${String(year).padStart(4, '0')}-${padTwo(month)}-${padTwo(day)}`
}

/**
 * Returns the date of a moment as `YYYY-MM-DD`: the value of `{today}` in file names. The portal uses the user's time
 * zone, so that a file name contains the date that the user sees. The server uses UTC, because a request does not
 * contain the user's time zone and a name must not depend on that of the machine.
 */
export function formatToday(now: Date, zone: 'local' | 'utc'): string {
  if (zone === 'utc') return now.toISOString().slice(0, 10)
  return formatIsoDate({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() })
}

/** Formats the weekday of a date: `Mon`. */
export const formatWeekday = ({ year, month, day }: CalendarDate): string =>
  new Date(Date.UTC(year, month - 1, day)).toUTCString().slice(0, 3)

export type DateFormat = 'M/D/YYYY' | 'M/D/YYYY ddd' | 'YYYY-MM-DD'

export function formatDate(date: CalendarDate, format: DateFormat): string {
  if (format === 'YYYY-MM-DD') return formatIsoDate(date)
  const weekday = format === 'M/D/YYYY' ? '' : ` ${formatWeekday(date)}`
  return `${date.month}/${date.day}/${date.year}${weekday}`
}
