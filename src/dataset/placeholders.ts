import { isStorable, type YearPart } from '../time/grain.ts'
import { grains, yearPartNames } from '../time/grains.ts'
import type { Span } from './key-spans.ts'

/** The placeholders of endpoints that say which period is requested. */
export const periodPlaceholders = ['year', 'month', ...yearPartNames, 'date', 'from', 'to'] as const
export type PeriodPlaceholder = (typeof periodPlaceholders)[number]

export const isPeriodPlaceholder = (name: string): name is PeriodPlaceholder =>
  periodPlaceholders.some((one) => one === name)

const dayTexts = {
  date: 'a date, such as 2025-03-07',
  from: 'the first day, such as 2025-03-01',
  to: 'the last day, such as 2025-03-31',
} as const

/** Finds what is allowed instead of an invalid part of a period; null if it is valid. */
export function findPartError(
  placeholder: PeriodPlaceholder,
  text: string,
  isYearSent: boolean,
): string | null {
  if (placeholder === 'year') return isStorable(grains.year, text) ? null : 'a year, such as 2025'
  if (placeholder === 'date' || placeholder === 'from' || placeholder === 'to') {
    return isStorable(grains.day, text) ? null : dayTexts[placeholder]
  }
  const grain = grains[placeholder]
  const { noun, max, example } = grain
  if (!isYearSent) {
    const message = `a ${noun} with its year, such as ${example}: ${formatTemplate(grain)}`
    return isStorable(grain, text) ? null : message
  }
  const isNumber = /^\d{1,2}$/.test(text) && text.length <= String(max).length
  return isNumber && Number(text) >= 1 && Number(text) <= max ? null : `a ${noun}, 1 to ${max}`
}

/** Formats the template of a part with its year: `{year}-W{week:2}`. */
const formatTemplate = ({ noun, formatPart }: YearPart): string =>
  `{year}-${formatPart(1).replace(/\d+/, ({ length }) => (length === 1 ? `{${noun}}` : `{${noun}:${length}}`))}`

/** Finds the span of a request with these placeholders; null for two that exclude each other. */
export function findSpan(placeholders: readonly string[]): Span | null {
  const [first, second, ...more] = periodPlaceholders.filter((name) => placeholders.includes(name))
  if (first === undefined) return 'none'
  if (first === 'from' || first === 'to') return first === 'from' && second === 'to' ? 'range' : null
  if (second === 'from' || second === 'to') return null
  if (second === undefined) return first
  return first === 'year' && second !== 'date' && more.length === 0 ? second : null
}

/** The ids that endpoints and options of the command line use for something else. */
export const reservedIds: ReadonlySet<string> = new Set([
  ...periodPlaceholders,
  'id',
  'period',
  'sheet',
  'replace',
])
