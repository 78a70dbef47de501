import { parseDate } from '../../time/calendar.ts'
import { countDays, countRange, type DayRange } from '../../time/days.ts'
import { getDays } from '../../time/grain.ts'
import { grains, isYearPart } from '../../time/grains.ts'
import type { OptionsBySelector, ReportPlan, Selection } from '../model/report-plan.ts'
import { getSelectorKind } from './selector-kinds.ts'

/** The lengths of time of which one can be chosen for several screens, the longest first. */
export const periodGrains = ['year', 'quarter', 'month', 'week', 'day'] as const

type Plan = Pick<ReportPlan, 'selectors'>

/**
 * Parses a period as addresses write it: `2025`, `2025-Q1`, `2025-03`, `2025-W10`, `2025-03-07` or two days joined by
 * `..`; null for others.
 */
export function parsePeriod(text: string): DayRange | null {
  for (const name of periodGrains) {
    const period = grains[name].parse(text)
    if (period !== null) return getDays(grains[name], period)
  }
  const [first = '', last = '', ...more] = text.split('..')
  const isRange = more.length === 0 && parseDate(first) !== null && parseDate(last) !== null
  return isRange && countRange({ first, last }) > 0 ? { first, last } : null
}

/** Returns the values of the selectors that choose exactly these days; null if the screen cannot choose them. */
export function choosePeriod({ selectors }: Plan, days: DayRange): Selection | null {
  const { first, last } = days
  const date = parseDate(first)
  const selector = selectors.find((one) => getSelectorKind(one).period !== null)
  const yearName = selectors.find(({ kind }) => kind === 'year')?.name
  const chooseYear = (year: number): Selection => (yearName === undefined ? {} : { [yearName]: String(year) })
  const isWhole = ({ first: start, last: end }: DayRange) => start === first && end === last
  if (date === null) return null
  if (selector === undefined) {
    const isYear = yearName !== undefined && isWhole(getDays(grains.year, date.year))
    return isYear ? chooseYear(date.year) : null
  }
  const { kind, name } = selector
  if (kind === 'month' || isYearPart(kind)) {
    const period = grains[kind].at(countDays(date))
    const { year, part } = grains[kind].split(period)
    return isWhole(getDays(grains[kind], period)) ? { ...chooseYear(year), [name]: String(part) } : null
  }
  const { control, findError } = getSelectorKind(selector)
  const value = control === 'day' ? first : `${first}..${last}`
  if ((control === 'day' && first !== last) || findError(value, selector) !== null) return null
  return { ...chooseYear(date.year), [name]: value }
}

/** Returns true if the year of a selection is among the options, or they have no years. */
export function isYearOffered(
  { selectors }: Plan,
  selection: Selection,
  options: OptionsBySelector,
): boolean {
  const name = selectors.find(({ kind }) => kind === 'year')?.name ?? ''
  return options[name]?.some(({ value }) => value === selection[name]) ?? true
}
