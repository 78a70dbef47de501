import { grains } from '../../time/grains.ts'
import type { Compare, ReportPlan, Selection } from '../model/report-plan.ts'
import { getSelectorKind, getYear } from './selector-kinds.ts'

type Plan = Pick<ReportPlan, 'selectors'>

/** Returns the selector that chooses the period beside or without a year, with its value; null for a whole year. */
function findChosen(plan: Plan, selection: Selection) {
  const year = getYear(plan, selection) ?? 0
  const selector = plan.selectors.find((one) => getSelectorKind(one).period !== null)
  if (selector === undefined) return { year, period: null }
  const { period } = getSelectorKind(selector)
  return { year, period, selector, chosen: { value: selection[selector.name] ?? '', year } }
}

/**
 * Returns the same selection for the earlier period. Null if the calendar does not have that period: week 53 of a year
 * of 52 weeks. The selection has to be complete.
 */
export function getEarlierSelection(plan: Plan, selection: Selection, compare: Compare): Selection | null {
  const yearName = plan.selectors.find(({ kind }) => kind === 'year')?.name
  const { year: chosenYear, period, selector, chosen } = findChosen(plan, selection)
  const choose = (year: number) => ({
    ...selection,
    ...(yearName !== undefined && { [yearName]: String(year) }),
  })
  if (period === null) return choose(chosenYear - 1)
  const moved = period.getEarlier(chosen, compare === 'year' ? compare : 'previous', selector)
  return moved && { ...choose(moved.year), [selector.name]: moved.value }
}

/** Formats a period: `February 2025`, `2025-W07`, `2025-Q1`, `2025-03-07`, `2025-01-01 to 2025-03-31` or `2025`. */
export function formatPeriodName(plan: Plan, selection: Selection): string {
  const { period, chosen, year } = findChosen(plan, selection)
  return period === null ? String(year) : period.format(chosen)
}

/** Returns the number of the first day of the chosen period; null for a whole year. */
export function findFirstDay(plan: Plan, selection: Selection): number | null {
  const { period, chosen } = findChosen(plan, selection)
  return period === null ? null : grains.day.parse(period.getDays(chosen).first)
}

/** Returns true if the chosen period has the same dates in each year, which a week has not. */
export const hasSameDates = (plan: Plan): boolean => findChosen(plan, {}).period?.hasSameDates ?? true
