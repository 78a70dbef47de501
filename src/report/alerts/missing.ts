import { parseDate } from '../../time/calendar.ts'
import { countDays, formatDay } from '../../time/days.ts'
import { type GrainName, grainNames, grains } from '../../time/grains.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import type { MissingRule } from '../model/alert-plan.ts'
import type { AlertStep } from './alert-state.ts'
import { isRecorded } from '../model/report-table.ts'
import { findDay, type WatchedPeriod } from './find-firing-rows.ts'

/** Returns the periods in which records are expected; null if neither rows nor selectors have any. */
export function findGrain({ rows, selectors }: Pick<ReportPlan, 'rows' | 'selectors'>): GrainName | null {
  const { kind } = rows.key
  if (kind === 'date' || kind === 'hour' || kind === 'quarter-hour') return 'day'
  if (kind !== 'text') return kind
  const kinds = selectors.map((selector) => selector.kind)
  if (kinds.includes('date')) return 'day'
  return grainNames.find((name) => kinds.some((one) => one === name)) ?? null
}

/** Finds the period whose records have to be there now, as a whole number of the grain: the last but one to begin. */
function findExpected({ by, zone }: MissingRule, grain: GrainName, now: Date): number {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = parts.format(now).split(' ')
  const date = parseDate(day)
  const today = date === null ? 0 : countDays(date)
  return grains[grain].at(time >= by ? today : today - 1) - 1
}

/** Names the expected period if the latest record, of which `latest` is a day, is older; null if it is not. */
export function findMissing(
  rule: MissingRule,
  grain: GrainName,
  latest: string | null,
  now: Date,
): string | null {
  const expected = findExpected(rule, grain, now)
  const date = latest === null ? null : parseDate(latest)
  const isThere = date !== null && grains[grain].at(countDays(date)) >= expected
  return isThere ? null : grains[grain].format(expected)
}

/**
 * Lists each period of some weeks up to the one whose records have to be there now, from the first with records on. It is
 * missing if it has no record by now: nobody knows when the others came.
 */
export function listMissedPeriods(
  plan: ReportPlan,
  rule: MissingRule,
  periods: readonly WatchedPeriod[],
  weeks: number,
  now: Date,
): readonly AlertStep[] {
  const grain = findGrain(plan)
  if (grain === null) return []
  const { format, at, start } = grains[grain]
  const days = listRecordedDays(plan, periods).map((day) => grains.day.parse(day) ?? 0)
  const recorded = new Set(days.map(at))
  const last = findExpected(rule, grain, now)
  const first = Math.max(at(start(last + 1) - 7 * weeks), Math.min(...recorded))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const isMissing = !recorded.has(first + index)
    const cell = { subject: '', meetsCondition: isMissing, keepsFiring: isMissing, text: 'no records' }
    return { key: formatDay(start(first + index)), label: format(first + index), cells: [cell] }
  })
}

const listRecordedDays = (plan: ReportPlan, periods: readonly WatchedPeriod[]): readonly string[] =>
  periods.flatMap(({ selection, table }) =>
    table.rows.filter(isRecorded).map((row) => findDay(plan, selection, row)),
  )

/** Returns the one step of an alert on missing records. */
export function listMissing(
  plan: ReportPlan,
  rule: MissingRule,
  periods: readonly WatchedPeriod[],
  now: Date,
): readonly AlertStep[] {
  const grain = findGrain(plan)
  const latest = listRecordedDays(plan, periods).toSorted().at(-1) ?? null
  const label = grain && findMissing(rule, grain, latest, now)
  const isMissing = label !== null
  const cell = { subject: '', meetsCondition: isMissing, keepsFiring: isMissing, text: 'no records' }
  return [{ key: now.toISOString().slice(0, 10), label: label ?? '', cells: [cell] }]
}
