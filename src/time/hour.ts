import { createDayPart } from './day-part.ts'

/** The hours of a day, as a clock shows them: a calendar date has no time zone. */
export const hour = createDayPart({
  noun: 'hour',
  one: 'an hour',
  example: '2025-03-07T14',
  written: 'an hour (0 to 23, HH:mm, or a timestamp)',
  pattern: String.raw`\d{2}:00`,
  count: 24,
  formatPart: (part) => String(part).padStart(2, '0'),
  formatTime: (text) => `${text}:00`,
})
