import { parseDate, parseMinutes } from './calendar.ts'
import { countDays, formatDay } from './days.ts'
import type { DayPart } from './grain.ts'

const MINUTES = 24 * 60

/** Creates a grain whose texts are the day, a T and the part. */
export function createDayPart(
  part: Omit<DayPart, 'parse' | 'format' | 'at' | 'start' | 'end' | 'parsePart'>,
): DayPart {
  const { count, formatPart, formatTime } = part
  const parsePart = (text: string): number | null => {
    const minutes = parseMinutes(text)
    return minutes === null ? null : Math.floor((minutes * count) / MINUTES)
  }
  const getDay = (period: number): number => Math.floor(period / count)
  return {
    ...part,
    parse: (text) => {
      const [, day = '', rest = ''] = /^(\d{4}-\d\d-\d\d)T([\d:]+)$/.exec(text) ?? []
      const [date, found] = [parseDate(day), parsePart(formatTime(rest))]
      return date === null || found === null || formatPart(found) !== rest
        ? null
        : count * countDays(date) + found
    },
    format: (period) => `${formatDay(getDay(period))}T${formatPart(period - count * getDay(period))}`,
    at: (day) => count * day,
    start: getDay,
    end: getDay,
    parsePart,
  }
}
