import { isStorable, type YearPart } from '../../time/grain.ts'
import { grains, mapGrains, yearParts } from '../../time/grains.ts'
import type { Span } from './keys.ts'

/** A part of a period that a call sends. */
interface PlaceholderKind {
  /** Whether a text is such a part; `isYearSent` if the year is sent beside it. */
  readonly isValid: (text: string, isYearSent: boolean) => boolean
  /** What is allowed, for messages. */
  readonly expected: (isYearSent: boolean) => string
}

/** A part of a year: a number beside the year, or written with its year. */
const createPart = (grain: YearPart): PlaceholderKind => ({
  isValid: (text, isYearSent) => {
    if (!isYearSent) return isStorable(grain, text)
    const isNumber = /^\d{1,2}$/.test(text) && text.length <= String(grain.max).length
    return isNumber && Number(text) >= 1 && Number(text) <= grain.max
  },
  expected: (isYearSent) =>
    isYearSent
      ? `a ${grain.noun}, 1 to ${grain.max}`
      : `a ${grain.noun} with its year, such as ${grain.example}: ${formatTemplate(grain)}`,
})

/** Formats the template of a part with its year: `{year}-W{week:2}`. */
const formatTemplate = ({ noun, formatPart }: YearPart): string =>
  `{year}-${formatPart(1).replace(/\d+/, ({ length }) => (length === 1 ? `{${noun}}` : `{${noun}:${length}}`))}`

const createDay = (expected: string): PlaceholderKind => ({
  isValid: (text) => isStorable(grains.day, text),
  expected: () => expected,
})

const placeholderKinds = {
  year: { isValid: (text) => isStorable(grains.year, text), expected: () => 'a year, such as 2025' },
  month: createPart(grains.month),
  ...mapGrains(yearParts, createPart),
  date: createDay('a date, such as 2025-03-07'),
  from: createDay('the first day, such as 2025-03-01'),
  to: createDay('the last day, such as 2025-03-31'),
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
