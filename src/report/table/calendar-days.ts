import { countRange, type Period } from '../../time/days.ts'
import { type Formula, listReads } from '../../query/formula.ts'
import type { ColumnPlan, DayCount } from '../model/column-kind.ts'
import { getNotedDays } from './place-notes.ts'

/** The chosen period, and the last day with a record if the server says it. */
export interface RecordedPeriod {
  readonly period: Period
  readonly upTo: string | undefined
}

/** Counts days of the chosen period; null without a period, and if the last day with a record is needed and unknown. */
function countDays(count: DayCount, { period, upTo }: RecordedPeriod): number | null {
  const range = getNotedDays(period)
  if (range === null) return null
  const all = countRange(range)
  if (count === 'days') return all
  if (upTo === undefined) return null
  const elapsed = Math.min(all, Math.max(0, countRange({ first: range.first, last: upTo })))
  return count === 'daysElapsed' ? elapsed : all - elapsed
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
