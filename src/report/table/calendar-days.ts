import type { CalendarPlan } from '../../../schemas/calendar/definition.ts'
import { listDays, type Period } from '../../time/days.ts'
import { type Formula, listReads } from '../../query/formula.ts'
import type { ColumnPlan, DayCount } from '../model/column-kind.ts'
import { getNotedDays } from './place-notes.ts'

/** The chosen period, the last day with a record if the server says it, and the calendar. */
export interface RecordedPeriod {
  readonly period: Period
  readonly upTo: string | undefined
  readonly calendar: CalendarPlan | null
}

/**
 * Counts days of the chosen period. Returns null without a period, if the last day with a record is needed and unknown,
 * and if the calendar does not know each of the years.
 */
function countDays(count: DayCount, { period, upTo = '', calendar }: RecordedPeriod): number | null {
  const range = getNotedDays(period)
  const isWhole = count.endsWith('ays')
  if (range === null || !(isWhole || upTo)) return null
  const all = listDays(range)
  const days = count.startsWith('work') ? listWorkdays(all, calendar) : all
  return days && days.filter((day) => isWhole || day > upTo === count.endsWith('Left')).length
}

/** Lists the workdays among days; null if one of them is of a year without holidays. */
function listWorkdays(days: readonly string[], calendar: CalendarPlan | null): readonly string[] | null {
  if (calendar === null) return null
  const { weekend, holidays } = calendar
  const known = Object.keys(holidays).join()
  if (days.some((day) => !known.includes(day.slice(0, 5)))) return null
  return days.filter((day) => !(day in holidays || weekend.includes(new Date(day).getUTCDay())))
}

/** Writes a number of days as a formula: a number, or a blank. */
export function writeDays(count: DayCount, recorded: RecordedPeriod): Formula<never> {
  const value = countDays(count, recorded)
  return value === null ? { kind: 'operation', operation: '+', operands: [] } : { kind: 'number', value }
}

/** Returns true for a column of a number of days that is unknown. */
export const lacksDays = (column: ColumnPlan | undefined, recorded: RecordedPeriod): boolean =>
  column !== undefined &&
  'formula' in column &&
  column.formula !== null &&
  listReads(column.formula).some((read) => 'days' in read && countDays(read.days, recorded) === null)
