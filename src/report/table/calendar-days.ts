import type { CalendarPlan } from '../../../schemas/calendar/definition.ts'
import { listDays, type Period } from '../../time/days.ts'
import { type Formula, listReads } from '../../query/formula.ts'
import type { ColumnPlan, DayCount } from '../model/column-kind.ts'
import { getNotedDays } from './row-span.ts'

/** The chosen period, the last day with a record if the server says it, and the calendar. */
export interface RecordedPeriod {
  readonly period: Period
  readonly upTo: string | undefined
  readonly calendar: CalendarPlan | null
}

/**
 * Counts days of the chosen period. Returns null without a period, if the last day with a record is needed and unknown,
 * and if the calendar does not know one of the days that it counts.
 */
function countDays(count: DayCount, { period, upTo = '', calendar }: RecordedPeriod): number | null {
  const range = getNotedDays(period)
  const isWhole = count.endsWith('ays')
  if (range === null || !(isWhole || upTo)) return null
  const days = listDays(range).filter((day) => isWhole || day > upTo === count.endsWith('Left'))
  return (count.startsWith('work') ? listWorkdays(days, calendar) : days)?.length ?? null
}

/** Lists the workdays among days; null if one of them is of a year without holidays. */
function listWorkdays(days: readonly string[], calendar: CalendarPlan | null): readonly string[] | null {
  if (calendar === null) return null
  const { weekend, holidays, until } = calendar
  const years = new Set(Object.keys(holidays).map((day) => day.slice(0, 4)))
  if (days.some((day) => day > until || !years.has(day.slice(0, 4)))) return null
  return days.filter((day) => !(day in holidays || weekend.includes(new Date(day).getUTCDay())))
}

/** Writes a number of days as a formula: a number, or a blank. */
export function writeDays(count: DayCount, recorded: RecordedPeriod): Formula<never> {
  const value = countDays(count, recorded)
  return value === null ? { kind: 'operation', operation: '+', operands: [] } : { kind: 'number', value }
}

const NO_LAST_DAY = 'The last day with a record is not known.'

/** Explains why a column of a number of days is blank; null if the number is known. */
export function explainUnknownDays(column: ColumnPlan | undefined, recorded: RecordedPeriod): string | null {
  if (column === undefined || !('formula' in column) || column.formula === null) return null
  const unknown = listReads(column.formula).flatMap((read) =>
    'days' in read && countDays(read.days, recorded) === null ? read.days : [],
  )
  const { calendar } = recorded
  if (unknown.length === 0) return null
  if (calendar === null || !unknown.some((count) => count.startsWith('work'))) return NO_LAST_DAY
  if (countDays('workdays', recorded) !== null) return NO_LAST_DAY
  const first = Object.keys(calendar.holidays).toSorted().at(0)
  if (first === undefined) return `The calendar of ${calendar.title} has no holidays.`
  return `The holidays of ${calendar.title} are known from ${first.slice(0, 4)} to ${calendar.until}.`
}
