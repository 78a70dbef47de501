import { type CalendarDate, daysInMonth, formatIsoDate, monthNames, parseDate } from './calendar.ts'
import type { Compare } from './compare.ts'
import { countWeeks, formatQuarter, formatWeek } from './parts-of-year.ts'
import { countDays, countRange, type DayRange, formatDay } from './periods.ts'
import type { ReportPlan, Selection, SelectorPlan } from './plan.ts'
import { getSelectorKind, getYear } from './selectors.ts'

type Plan = Pick<ReportPlan, 'selectors'>

/** A value of a selector with the chosen year, which a date does not need. */
interface Chosen {
  readonly value: string
  readonly year: number
}

/** A kind of selector that chooses a period. */
interface PeriodKind {
  /** The earlier period; null for one that the calendar does not have, such as week 53 of most years. */
  readonly move: (chosen: Chosen, compare: Compare, selector: SelectorPlan) => Chosen | null
  readonly formatName: (chosen: Chosen) => string
}

const createPartKind = (
  countParts: (year: number) => number,
  formatName: (year: number, part: number) => string,
): PeriodKind => ({
  move: ({ value, year }, compare) => {
    const part = Number(value)
    if (compare === 'previous' && part > 1) return { value: String(part - 1), year }
    const last = countParts(year - 1)
    if (compare === 'previous') return { value: String(last), year: year - 1 }
    return part > last ? null : { value, year: year - 1 }
  },
  formatName: ({ value, year }) => formatName(year, Number(value)),
})

const kinds: Partial<Readonly<Record<SelectorPlan['kind'], PeriodKind>>> = {
  month: createPartKind(
    () => 12,
    (year, month) => `${monthNames[month - 1] ?? month} ${year}`,
  ),
  quarter: createPartKind(() => 4, formatQuarter),
  week: createPartKind(countWeeks, formatWeek),
  date: {
    move: (chosen, compare) => ({ ...chosen, value: moveDay(chosen.value, compare) }),
    formatName: ({ value }) => value,
  },
  dateRange: {
    move: (chosen, compare, { maxDays }) => {
      const [first = '', last = ''] = chosen.value.split('..')
      const moved = moveRange({ first, last }, compare, maxDays ?? Infinity)
      return { ...chosen, value: `${moved.first}..${moved.last}` }
    },
    formatName: ({ value }) => value.replace('..', ' to '),
  },
}

const findPeriodSelector = ({ selectors }: Plan): SelectorPlan | undefined =>
  selectors.find(({ kind }) => kind in kinds)

/**
 * The same selection for the earlier period. Null if the calendar does not have that period: week 53 of a year of 52
 * weeks. The selection has to be complete.
 */
export function getEarlierSelection(plan: Plan, selection: Selection, compare: Compare): Selection | null {
  const year = getYear(plan, selection) ?? 0
  const yearName = plan.selectors.find(({ kind }) => kind === 'year')?.name
  const selector = findPeriodSelector(plan)
  const chosen = { value: selection[selector?.name ?? ''] ?? '', year }
  const moved =
    selector === undefined
      ? { ...chosen, year: year - 1 }
      : (kinds[selector.kind]?.move(chosen, compare, selector) ?? null)
  return (
    moved && {
      ...selection,
      ...(selector && { [selector.name]: moved.value }),
      ...(yearName !== undefined && { [yearName]: String(moved.year) }),
    }
  )
}

/** The chosen period: `February 2025`, `2025-W07`, `2025-Q1`, `2025-03-07`, `2025-01-01 to 2025-03-31` or `2025`. */
export function formatPeriodName(plan: Plan, selection: Selection): string {
  const year = getYear(plan, selection) ?? 0
  const selector = findPeriodSelector(plan)
  const value = selection[selector?.name ?? ''] ?? ''
  return (selector && kinds[selector.kind]?.formatName({ value, year })) ?? String(year)
}

/** The first day of the chosen period; null for a whole year. */
export function findFirstDay(plan: Plan, selection: Selection): CalendarDate | null {
  const selector = findPeriodSelector(plan)
  if (selector === undefined) return null
  const days = getSelectorKind(selector).getDays?.(
    selection[selector.name] ?? '',
    getYear(plan, selection) ?? 0,
  )
  return days ? parseDate(days.first) : null
}

/** Whether the selection contains a week, whose days are of other dates in each year. */
export const hasWeek = (plan: Plan): boolean => findPeriodSelector(plan)?.kind === 'week'

/** The day before, or the same day a year before; February 28 for a leap day. */
function moveDay(text: string, compare: Compare): string {
  const date = parseDate(text)
  if (date === null) return text
  if (compare === 'previous') return formatDay(countDays(date) - 1)
  return formatIsoDate(moveMonths(date, -12))
}

/** The same day of another month, or the last one of a shorter month. */
function moveMonths({ year, month, day }: CalendarDate, count: number): CalendarDate {
  const months = year * 12 + month - 1 + count
  const moved = { year: Math.floor(months / 12), month: (months % 12) + 1 }
  return { ...moved, day: Math.min(day, daysInMonth(moved.year, moved.month)) }
}

/**
 * The same days a year before, or as many days right before. Whole months are moved by months, unless the earlier ones
 * have more than `maxDays` days.
 */
function moveRange(range: DayRange, compare: Compare, maxDays: number): DayRange {
  const [first, last] = [parseDate(range.first), parseDate(range.last)]
  if (first === null || last === null) return range
  const months = (last.year - first.year) * 12 + last.month - first.month + 1
  if (first.day === 1 && last.day === daysInMonth(last.year, last.month)) {
    const count = compare === 'year' ? -12 : -months
    const moved = {
      first: formatIsoDate(moveMonths(first, count)),
      last: formatIsoDate(moveMonths({ ...last, day: 31 }, count)),
    }
    if (countRange(moved) <= maxDays) return moved
  }
  if (compare === 'year') {
    const start = moveMonths(first, -12)
    const end = Math.min(countDays(moveMonths(last, -12)), countDays(start) + maxDays - 1)
    return { first: formatIsoDate(start), last: formatDay(end) }
  }
  const start = countDays(first)
  return { first: formatDay(start - countRange(range)), last: formatDay(start - 1) }
}
