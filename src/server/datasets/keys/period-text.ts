import { parseDate } from '../../../report/calendar.ts'

/** `2025`. */
export const isYear = (text: string): boolean => /^(?:19|20|21)\d\d$/.test(text)

/** `2025-03`. */
export const isMonth = (text: string): boolean =>
  /^\d{4}-\d\d$/.test(text) && isYear(text.slice(0, 4)) && parseDate(`${text}-01`) !== null

/** `2025-03-07`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isYear(text.slice(0, 4)) && parseDate(text) !== null
