import { parseDate } from '../../time/calendar.ts'
import { findPlace } from '../../time/cycles.ts'
import { countDays } from '../../time/days.ts'
import type { ReportTable, TableRow } from '../model/report-table.ts'

/** Returns the label of a row with weekday and holiday if the row is a day or a part of one: `3/31/2025 Mon, Eid-el-Fitr`. */
export function addWeekday(
  { keyKind, calendar }: Pick<ReportTable, 'keyKind' | 'calendar'>,
  { key, label, isRest }: Pick<TableRow, 'key' | 'label' | 'isRest'>,
): string {
  const day = key.slice(0, 10)
  const date = keyKind === 'text' || isRest ? null : parseDate(day)
  if (date === null) return label
  const holiday = calendar?.holidays[day]
  const weekday = findPlace('weekday', countDays(date)).slice(0, 3)
  return `${label} ${weekday}${holiday === undefined ? '' : `, ${holiday}`}`
}
