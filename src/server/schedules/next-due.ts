import { Cron } from 'croner'
import type { DueTime } from '../../../schemas/api/schedule.ts'
import { daysInMonth, parseDate } from '../../time/calendar.ts'
import { countDays } from '../../time/days.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment in a time zone, as `2025-03-07`. */
export function formatLocalDay(at: Date, zone: string): string {
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  formatters.set(zone, formatter)
  return formatter.format(at)
}

/** Computes the first due time after a moment. Where a change of the clocks leaves the time out, it is the first moment after it. */
export function computeNextDue({ every, day, time, zone }: DueTime, after: Date): Date {
  const [hour = '0', minute = '0'] = time.split(':')
  const daily = new Cron(`${Number(minute)} ${Number(hour)} * * *`, { timezone: zone })
  let at = daily.nextRun(after)
  while (at !== null && !isDue[every](formatLocalDay(at, zone), day)) at = daily.nextRun(at)
  if (at === null) throw new Error(`no due time after ${after.toISOString()}`)
  return at
}

/** Computes the first due time after a moment; null for what waits for an alert. */
export const findNextDue = (due: DueTime, after: Date): Date | null =>
  due.every === 'alert' ? null : computeNextDue(due, after)

/** From 1 for Monday to 7. */
const getWeekday = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1

const isDue: Readonly<Record<DueTime['every'], (today: string, day: number) => boolean>> = {
  daily: () => true,
  alert: () => true,
  weekly: (today, day) => withDate(today, ({ days }) => getWeekday(days) === day),
  monthly: (today, day) => withDate(today, ({ date, last }) => date === Math.min(day, last)),
  lastWorkingDay: (today) =>
    withDate(today, ({ date, last, days }) => {
      const weekdayOfLast = getWeekday(days + last - date)
      return date === last - Math.max(0, weekdayOfLast - 5)
    }),
}

interface DayOfMonth {
  readonly date: number
  /** The last day of its month. */
  readonly last: number
  /** The number of the day in the calendar. */
  readonly days: number
}

function withDate(text: string, check: (day: DayOfMonth) => boolean): boolean {
  const found = parseDate(text)
  if (found === null) return false
  const { year, month, day } = found
  return check({ date: day, last: daysInMonth(year, month), days: countDays(found) })
}
