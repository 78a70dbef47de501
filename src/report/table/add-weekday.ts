import { formatWeekday, parseDate } from '../../time/calendar.ts'
import type { ReportTable, TableRow } from '../model/report-table.ts'

/** Returns the label of a row with weekday and holiday if the row is a day or a part of one: `3/31/2025 Mon, Eid-el-Fitr`. */
export function addWeekday(
  { keyKind, keyFormat, calendar }: Pick<ReportTable, 'keyKind' | 'keyFormat' | 'calendar'>,
  { key, label, isRest }: Pick<TableRow, 'key' | 'label' | 'isRest'>,
): string {
  const day = key.slice(0, 10)
  const date = keyKind === 'text' || isRest ? null : parseDate(day)
  if (date === null) return label
  const holiday = calendar?.holidays[day]
  const weekday = keyFormat === 'M/D/YYYY ddd' ? '' : ` ${formatWeekday(date)}`
  return `${label}${weekday}${holiday === undefined ? '' : `, ${holiday}`}`
}
