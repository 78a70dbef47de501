import { parseDate, parseHour } from './calendar.ts'
import { countDays, formatDay } from './days.ts'
import type { DayPart } from './grain.ts'

const COUNT = 24

/** The hours of a day, as a clock shows them: a calendar date has no time zone. */
export const hour: DayPart = {
  noun: 'hour',
  example: '2025-03-07T14',
  written: 'an hour (0 to 23, HH:mm, or a timestamp)',
  pattern: String.raw`\d{2}:00`,
  count: COUNT,
  parse: (text) => {
    const [day, part] = /^\d{4}-\d\d-\d\dT\d\d$/.test(text) ? text.split('T') : []
    const date = day === undefined ? null : parseDate(day)
    return date === null || Number(part) >= COUNT ? null : COUNT * countDays(date) + Number(part)
  },
  format: (period) => `${formatDay(Math.floor(period / COUNT))}T${hour.formatPart(period % COUNT)}`,
  at: (day) => COUNT * day,
  start: (period) => Math.floor(period / COUNT),
  end: (period) => Math.floor(period / COUNT),
  parsePart: parseHour,
  formatPart: (part) => String(part).padStart(2, '0'),
  formatTime: (text) => `${text}:00`,
}
