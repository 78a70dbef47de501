import { isDay } from '../../report/selectors.ts'
import { parseQuarter, parseWeek } from '../../report/parts-of-year.ts'
import type { Span } from './keys.ts'

/** A part of a period that a call sends. */
interface PlaceholderKind {
  /** Whether a text is such a part; `isYearSent` if the year is sent beside it. */
  readonly isValid: (text: string, isYearSent: boolean) => boolean
  /** What is allowed, for messages. */
  readonly expected: (isYearSent: boolean) => string
}

const YEAR = /^(?:19|20|21)\d\d/

/** A part of a year: a number beside the year, or written with its year. */
const createPart = (
  number: RegExp,
  isWhole: (text: string) => boolean,
  beside: string,
  alone: string,
): PlaceholderKind => ({
  isValid: (text, isYearSent) => (isYearSent ? number.test(text) : YEAR.test(text) && isWhole(text)),
  expected: (isYearSent) => (isYearSent ? beside : alone),
})

const placeholderKinds = {
  year: {
    isValid: (text) => YEAR.test(text) && text.length === 4,
    expected: () => 'a year, such as 2025',
  },
  month: createPart(
    /^(?:0?[1-9]|1[0-2])$/,
    (text) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text),
    'a month, 1 to 12',
    'a month with its year, such as 2025-03: {year}-{month:2}',
  ),
  week: createPart(
    /^(?:0?[1-9]|[1-4]\d|5[0-3])$/,
    (text) => parseWeek(text) !== null,
    'a week, 1 to 53',
    'a week with its year, such as 2025-W07: {year}-W{week:2}',
  ),
  quarter: createPart(
    /^[1-4]$/,
    (text) => parseQuarter(text) !== null,
    'a quarter, 1 to 4',
    'a quarter with its year, such as 2025-Q1: {year}-Q{quarter}',
  ),
  date: {
    isValid: (text) => YEAR.test(text) && isDay(text),
    expected: () => 'a date, such as 2025-03-07',
  },
  from: {
    isValid: (text) => YEAR.test(text) && isDay(text),
    expected: () => 'the first day, such as 2025-03-01',
  },
  to: {
    isValid: (text) => YEAR.test(text) && isDay(text),
    expected: () => 'the last day, such as 2025-03-31',
  },
} satisfies Record<string, PlaceholderKind>

export type PeriodPlaceholder = keyof typeof placeholderKinds

/** The placeholders of endpoints that say which period is requested. */
export const periodPlaceholders = Object.keys(placeholderKinds) as readonly PeriodPlaceholder[]

export const isPeriodPlaceholder = (name: string): name is PeriodPlaceholder =>
  Object.hasOwn(placeholderKinds, name)

/** What is allowed instead of an invalid part of a period; null if it is valid. */
export function findPartError(
  placeholder: PeriodPlaceholder,
  text: string,
  isYearSent: boolean,
): string | null {
  const { isValid, expected }: PlaceholderKind = placeholderKinds[placeholder]
  return isValid(text, isYearSent) ? null : expected(isYearSent)
}

/** The span of a request with these placeholders; null for two that exclude each other. */
export function findSpan(placeholders: readonly string[]): Span | null {
  const [first, second, ...more] = periodPlaceholders.filter((name) => placeholders.includes(name))
  if (first === undefined) return 'none'
  if (first === 'from' || first === 'to') return first === 'from' && second === 'to' ? 'range' : null
  if (second === 'from' || second === 'to') return null
  if (second === undefined) return first
  return first === 'year' && second !== 'date' && more.length === 0 ? second : null
}
