import { parseDate, parseMinutes } from './calendar.ts'
import { countDays, DAY_MINUTES, type DayRange, formatDay } from './days.ts'

/** A length of time. Its periods are whole numbers in their order: one more is the next period. */
export interface Grain {
  /** The name of a period in the singular. */
  readonly noun: string
  readonly example: string
  /** Parses a period with its year, such as `2025-W07`; null for another text. */
  readonly parse: (text: string) => number | null
  readonly format: (period: number) => string
  /** Finds the period that contains a day, which is a number as in `days.ts`. */
  readonly at: (day: number) => number
  /** Returns the first day of a period; for a part of a day, that day. */
  readonly start: (period: number) => number
  readonly end: (period: number) => number
}

/** Periods that a day divides into, which count from 0. */
export interface DayPart extends Grain {
  /** The noun with its article. */
  readonly one: string
  /** How a part can be written, for messages. */
  readonly written: string
  /** The text of a time at which a part begins, as a regular expression. */
  readonly pattern: string
  readonly count: number
  /** Parses the part of a timestamp or of a time, as written; null for another text. */
  readonly parsePart: (text: string) => number | null
  /** Formats a part so that parts sort: `14`. */
  readonly formatPart: (part: number) => string
  /** Completes the text of a part to that of a time: `14:00`. */
  readonly formatTime: (text: string) => string
}

/** Periods that a year divides into, which count from 1. */
export interface YearPart extends Grain {
  /** How a part can be written, for messages: `2025-Q1, Q1`. */
  readonly written: string
  readonly max: number
  readonly count: (year: number) => number
  /** Whether a part has the same dates in every year. */
  readonly hasSameDates: boolean
  readonly of: (year: number, part: number) => number
  readonly list: (year: number) => readonly number[]
  readonly split: (period: number) => { readonly year: number; readonly part: number }
  /** The text of a part as a regular expression. */
  readonly pattern: string
  /** Parses a part without its year, such as `W07`; null for another text. */
  readonly parsePart: (text: string) => number | null
  readonly formatPart: (part: number) => string
  /** Formats a part for a sentence, such as `February 2025`, also one that the year does not have. */
  readonly label: (year: number, part: number) => string
}

type Definition = Omit<YearPart, 'parse' | 'format' | 'end' | 'list' | 'parsePart' | 'label'> & {
  readonly label?: YearPart['label']
}

/** Creates a grain whose texts are the year, a hyphen and the part. */
export function createYearPart(part: Definition): YearPart {
  const { pattern, max, count, of, split, formatPart } = part
  const whole = new RegExp(`^${pattern}$`)
  const parsePart = (text: string): number | null => {
    const found = whole.test(text) ? Number(text.replace(/^\D/, '')) : 0
    return found >= 1 && found <= max ? found : null
  }
  const label = (year: number, number: number): string =>
    `${String(year).padStart(4, '0')}-${formatPart(number)}`
  const format = (period: number): string => {
    const { year, part: number } = split(period)
    return label(year, number)
  }
  const parse = (text: string): number | null => {
    const [, year, rest = ''] = /^(\d{4})-(.+)$/.exec(text) ?? []
    const found = parsePart(rest)
    return year === undefined || found === null || found > count(Number(year))
      ? null
      : of(Number(year), found)
  }
  const list = (year: number) => Array.from({ length: count(year) }, (_, index) => of(year, index + 1))
  return { label, ...part, parse, format, end: (period) => part.start(period + 1) - 1, list, parsePart }
}

/** Creates a grain whose texts are the day, a T and the part. */
export function createDayPart(
  part: Omit<DayPart, 'parse' | 'format' | 'at' | 'start' | 'end' | 'parsePart'>,
): DayPart {
  const { count, formatPart, formatTime } = part
  const parsePart = (text: string): number | null => {
    const minutes = parseMinutes(text)
    return minutes === null ? null : Math.floor((minutes * count) / DAY_MINUTES)
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

export const getDays = ({ start, end }: Grain, period: number): DayRange => ({
  first: formatDay(start(period)),
  last: formatDay(end(period)),
})

/** Finds the period that contains a day, `2025-03-07`. */
const findAt = ({ at }: Grain, day: string): number => {
  const date = parseDate(day)
  return at(date === null ? 0 : countDays(date))
}

/** Extends days to those of the whole periods that contain them. */
export const extendToWhole = (grain: Grain, { first, last }: DayRange): DayRange => ({
  first: formatDay(grain.start(findAt(grain, first))),
  last: formatDay(grain.end(findAt(grain, last))),
})

/** Moves whole periods to those before them, or to the same of the year before; null if that year does not have the first. */
export function moveWhole(
  grain: YearPart,
  { first, last }: DayRange,
  compare: 'previous' | 'year',
): DayRange | null {
  const [from, to] = [findAt(grain, first), findAt(grain, last)]
  const { year, part } = grain.split(from)
  if (compare === 'year' && part > grain.count(year - 1)) return null
  const start = compare === 'year' ? grain.of(year - 1, part) : 2 * from - to - 1
  return { first: formatDay(grain.start(start)), last: formatDay(grain.end(start + to - from)) }
}

/** Returns true if a text is a period of the years that can be stored, 1900 to 2199. */
export const isStorable = ({ parse }: Grain, text: string): boolean =>
  /^(?:19|20|21)\d\d/.test(text) && parse(text) !== null
