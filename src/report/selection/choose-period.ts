import { parseDate } from '../../time/calendar.ts'
import { countRange, type DayRange } from '../../time/days.ts'
import { getDays } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'
import type { ReportPlan, Selection } from '../plan.ts'
import { getPeriod, getSelectorKind } from './selector-kinds.ts'

/** Parses a period as addresses write it: `2025`, `2025-03`, `2025-03-07` or two days joined by `..`; null for others. */
export function parsePeriod(text: string): DayRange | null {
  if (/^\d{4}$/.test(text)) return { first: `${text}-01-01`, last: `${text}-12-31` }
  const month = grains.month.parse(text)
  if (month !== null) return getDays(grains.month, month)
  const [first = '', last = first, ...more] = text.split('..')
  const isRange = more.length === 0 && parseDate(first) !== null && parseDate(last) !== null
  return isRange && countRange({ first, last }) > 0 ? { first, last } : null
}

/** The most parts that a year has: its weeks. */
const MAX_PARTS = 53

/** Returns the values of the selectors that choose exactly these days; null if the screen cannot choose them. */
export function choosePeriod(
  plan: Pick<ReportPlan, 'selectors'>,
  { first, last }: DayRange,
): Selection | null {
  const year = plan.selectors.find(({ kind }) => kind === 'year')
  const beside: Selection = year === undefined ? {} : { [year.name]: first.slice(0, 4) }
  const selector = plan.selectors.find((one) => getSelectorKind(one).period !== null)
  if (selector === undefined) {
    const isYear = first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`
    return year !== undefined && isYear ? beside : null
  }
  const { control, findError } = getSelectorKind(selector)
  const values =
    control === 'list'
      ? Array.from({ length: MAX_PARTS }, (_, index) => String(index + 1))
      : [control === 'day' ? first : `${first}..${last}`]
  const isExact = (value: string) => {
    const { days } = getPeriod(plan, { ...beside, [selector.name]: value })
    return days?.first === first && days.last === last && findError(value, selector.maxDays) === null
  }
  const found = values.find(isExact)
  return found === undefined ? null : { ...beside, [selector.name]: found }
}
