import { parseDate } from '../../time/calendar.ts'
import { findPlace } from '../../time/cycles.ts'
import { countDays } from '../../time/days.ts'
import type { ReportTable, TableRow } from '../model/report-table.ts'

/** Returns the label of a row with the weekday if the row is a day or a part of one: `3/7/2025 Fri`. */
export function addWeekday(
  { keyKind }: Pick<ReportTable, 'keyKind'>,
  { key, label, isRest }: Pick<TableRow, 'key' | 'label' | 'isRest'>,
): string {
  const date = keyKind === 'text' || isRest ? null : parseDate(key.slice(0, 10))
  return date === null ? label : `${label} ${findPlace('weekday', countDays(date)).slice(0, 3)}`
}
