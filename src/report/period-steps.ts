import { countDays, countRange, formatDay, getDaysOfMonth, type DayRange } from './periods.ts'
import { parseDate } from './calendar.ts'
import type { Option, ReportPlan, Selection, SelectorPlan } from './plan.ts'
import { listOffered, type OptionsBySelector } from './selection.ts'
import { getSelectorKind, getYear, isDay, type SelectorKindName } from './selectors.ts'

type Plan = Pick<ReportPlan, 'selectors'>

/** To the period before, or to the one after. */
export type Direction = -1 | 1

/**
 * Where a step leads: to a selection, to the first or last period of another year whose options have to be loaded, or
 * nowhere for a reason.
 */
export type Step =
  | { readonly kind: 'known'; readonly selection: Selection }
  | { readonly kind: 'in year'; readonly selection: Selection; readonly finest: string }
  | { readonly kind: 'none'; readonly reason: string }

type Move = (
  selector: SelectorPlan,
  value: string,
  offered: readonly Option[],
  by: Direction,
) => string | null

/** The nearest offered number before or after a value. */
const moveInList: Move = (_, value, offered, by) => {
  const later = offered
    .map((option) => option.value)
    .filter((other) => by * (Number(other) - Number(value)) > 0)
    .toSorted((one, other) => by * (Number(one) - Number(other)))
  return later[0] ?? null
}

const moveDays: Move = (selector, value, _offered, by) => {
  const { getDays, parts } = getSelectorKind(selector)
  const days = getDays?.(value, 0)
  if (days === undefined) return null
  const { first, last } = moveMonths(days, by, selector.maxDays) ?? moveByLength(days, by)
  if (!isDay(first) || !isDay(last)) return null
  return parts.length === 0 ? first : `${first}..${last}`
}

/** How the value of each kind moves; null for a kind that is no period. */
const moves = {
  year: moveInList,
  month: moveInList,
  quarter: moveInList,
  week: moveInList,
  date: moveDays,
  dateRange: moveDays,
  select: null,
} satisfies { readonly [K in SelectorKindName]: Move | null }

const findMove = ({ kind, multiple }: SelectorPlan): Move | null => (multiple ? null : moves[kind])

/** The selectors of the period, by name. */
export const pickPeriod = ({ selectors }: Plan, selection: Selection): Selection =>
  Object.fromEntries(
    selectors.flatMap((one) => (findMove(one) === null ? [] : [[one.name, selection[one.name] ?? '']])),
  )

/** Finds the period before or after a selection: the next month, also that of the next year. */
export function findStep(plan: Plan, options: OptionsBySelector, selection: Selection, by: Direction): Step {
  const periods = plan.selectors.filter((one) => findMove(one) !== null)
  const missing = periods.find(({ name }) => (selection[name] ?? '') === '')
  if (missing !== undefined) return { kind: 'none', reason: `First choose ${missing.label.toLowerCase()}.` }
  const year = periods.find(({ kind }) => kind === 'year')
  const finest = periods.findLast((one) => one !== year) ?? year
  if (finest === undefined) return { kind: 'none', reason: 'There is no period to choose.' }
  const moved = move(plan, options, selection, finest, by)
  if (moved !== null) return { kind: 'known', selection: moved }
  const inYear = year === undefined || finest === year ? null : move(plan, options, selection, year, by)
  if (inYear === null)
    return { kind: 'none', reason: `No ${by < 0 ? 'earlier' : 'later'} period can be chosen.` }
  if ('url' in finest.options) return { kind: 'in year', selection: inYear, finest: finest.name }
  return chooseEnd(plan, options, inYear, finest.name, by)
}

/** The step into another year, once the options of that year are known. */
export function chooseEnd(
  plan: Plan,
  options: OptionsBySelector,
  selection: Selection,
  finest: string,
  by: Direction,
): Step {
  const offered = listOffered(plan, options, selection)[finest] ?? []
  const [value] = offered
    .map((option) => option.value)
    .toSorted((one, other) => by * (Number(one) - Number(other)))
  return value === undefined
    ? { kind: 'none', reason: `Nothing can be chosen in ${getYear(plan, selection) ?? 'that year'}.` }
    : { kind: 'known', selection: { ...selection, [finest]: value } }
}

function move(
  plan: Plan,
  options: OptionsBySelector,
  selection: Selection,
  selector: SelectorPlan,
  by: Direction,
): Selection | null {
  const { name } = selector
  const offered = listOffered(plan, options, selection)[name] ?? []
  const value = findMove(selector)?.(selector, selection[name] ?? '', offered, by) ?? null
  return value === null ? null : { ...selection, [name]: value }
}

/** Whole months before or after whole months; null for other days, and where that are too many days. */
function moveMonths({ first, last }: DayRange, by: Direction, maxDays: number | null): DayRange | null {
  const [from, to] = [parseDate(first), parseDate(last)]
  if (from === null || to === null || first === last || from.day !== 1) return null
  if (getDaysOfMonth(to.year, to.month).last !== last) return null
  const count = 12 * (to.year - from.year) + to.month - from.month + 1
  const start = 12 * from.year + from.month - 1 + by * count
  const [earliest, latest] = [getMonth(start), getMonth(start + count - 1)]
  const moved = { first: earliest.first, last: latest.last }
  return maxDays !== null && countRange(moved) > maxDays ? null : moved
}

const getMonth = (index: number): DayRange => getDaysOfMonth(Math.floor(index / 12), (index % 12) + 1)

function moveByLength(days: DayRange, by: Direction): DayRange {
  const shift = by * Math.max(1, countRange(days))
  const move = (day: string) => {
    const date = parseDate(day)
    return date === null ? '' : formatDay(countDays(date) + shift)
  }
  return { first: move(days.first), last: move(days.last) }
}
