import { choosePeriodOf, pickOthers } from '../../../report/selection/own-days.ts'
import { OWN_DAYS } from '../../../report/selection/url-state.ts'
import type { ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { splitRange } from '../../../report/selection/selector-kinds.ts'
import { formatDay } from '../../../time/days.ts'
import { grains } from '../../../time/grains.ts'

/** Builds the query of a screen in other days: what else it shows stays. */
export function buildDaysSearch(
  search: string,
  plan: Pick<ReportPlan, 'selectors'>,
  selection: Selection,
  days: string,
): string {
  const query = new URLSearchParams(search)
  for (const { name } of plan.selectors) query.delete(name)
  for (const [name, value] of Object.entries(pickOthers(plan, selection))) query.set(name, value)
  query.set(OWN_DAYS, days)
  if (!query.has('view')) query.set('view', 'table')
  return `?${query.toString()}`
}

/** Builds the query of a screen in the period that contains the last of its own days. */
export function buildPeriodSearch(search: string, plan: Pick<ReportPlan, 'selectors'>): string {
  const query = new URLSearchParams(search)
  const { last } = splitRange(query.get(OWN_DAYS) ?? '')
  query.delete(OWN_DAYS)
  for (const [name, value] of Object.entries(choosePeriodOf(plan, last))) query.set(name, value)
  return `?${query.toString()}`
}

/** Formats the last days up to one, as a range. */
export function formatLastDays(upTo: string, count: number): string {
  const last = grains.day.parse(upTo) ?? 0
  return `${formatDay(last - count + 1)}..${formatDay(last)}`
}
