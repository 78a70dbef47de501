import { formatDate, parseDate } from '../engine/calendar.ts'

/** `2025-03`. */
export function monthText(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** The first and last text that a date of a month (`2025-03`) or a year (`2025`) can be. */
export function datesWithin(period: string): { readonly first: string; readonly last: string } {
  return { first: period.length === 4 ? `${period}-01-01` : `${period}-01`, last: `${period}-99` }
}

/** A stored date as the minutes reports write it: `3/7/2025`. */
export function slashedDate(stored: string): string {
  const date = parseDate(stored)
  if (date === null) throw new Error(`the database holds a date that is none: ${stored}`)
  return formatDate(date, 'M/D/YYYY')
}
