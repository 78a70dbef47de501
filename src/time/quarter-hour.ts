import { createDayPart } from './day-part.ts'

const formatPart = (part: number): string =>
  [Math.floor(part / 4), (part % 4) * 15].map((number) => String(number).padStart(2, '0')).join(':')

/** The quarters of the hours of a day, by the time at which they begin. */
export const quarterHour = createDayPart({
  noun: 'quarter-hour',
  one: 'a quarter-hour',
  example: '2025-03-07T14:15',
  written: 'a quarter of an hour (0 to 95, HH:mm, or a timestamp)',
  pattern: String.raw`\d{2}:(?:00|15|30|45)`,
  count: 96,
  formatPart,
  formatTime: (text) => text,
})
