import { isoDate } from '../../engine/calendar.ts'

/** Today where the user is, as `YYYY-MM-DD` (R19). */
export const today = (now = new Date()): string =>
  isoDate({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() })
