import { Cron } from 'croner'
import type { DueTime } from '../../../../schemas/api/schedule.ts'

/** Returns the day of a moment in a time zone, as `2025-03-07`. */
export const formatLocalDay = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)

/** The days of each kind, as day of the month, month and weekday of cron; the last one of a shorter month for a day that it lacks. */
const patterns: Readonly<Record<DueTime['every'], (day: number) => readonly string[]>> = {
  daily: () => ['* * *'],
  weekly: (day) => [`* * ${day}`],
  monthly: (day) => (day === 31 ? ['L * *'] : [`${day} * *`, ...(day > 28 ? ['L 2 *'] : [])]),
  lastWorkingDay: () => ['LW * *'],
  alert: () => [],
}

/**
 * Finds the first due time after a moment; null for what waits for an alert. Where a change of the clocks leaves the time
 * out, it is the first moment after it.
 */
export function findNextDue({ every, day, time, zone }: DueTime, after: Date): Date | null {
  const [hour, minute] = time.split(':').map(Number)
  const times = patterns[every](day).flatMap(
    (days) => new Cron(`${minute} ${hour} ${days}`, { timezone: zone }).nextRun(after)?.getTime() ?? [],
  )
  return times.length === 0 ? null : new Date(Math.min(...times))
}
