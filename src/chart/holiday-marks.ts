import { findRuns, type ReportTable, type Run } from '../report/model/report-table.ts'
import { joinEnds } from './band.ts'
import type { PlotArea, TextMark } from './marks.ts'
import { measureText } from './text.ts'

/** Finds the rows that are holidays, neighbours of one name together. */
const findHolidays = ({ rows, keyKind, calendar }: ReportTable): Run<string>[] =>
  keyKind !== 'date' || calendar === undefined
    ? []
    : findRuns(rows, ({ key }) => calendar.holidays[key] ?? null)

/** Names the holidays among the rows: `Holidays: Eid-el-Fitr (3/31/2025).`; empty without any. */
export function describeHolidays(table: ReportTable): string {
  const named = findHolidays(table).map(({ value, first, last }) => {
    return `${value} (${joinEnds([table.rows[first]?.label, table.rows[last]?.label])})`
  })
  return named.length === 0 ? '' : `Holidays: ${named.join(', ')}.`
}

const SIZE = 11
const GAP = 8

/** Lists the shades behind holidays, and a name for each that does not touch the name before. */
export function buildHolidayMarks(
  table: ReportTable,
  { width }: PlotArea,
): { readonly holidays: readonly object[]; readonly names: readonly TextMark[] } {
  const holidays = findHolidays(table)
  const names: TextMark[] = []
  let end = 0
  for (const { value, first, last } of holidays) {
    const length = measureText(value, SIZE)
    const middle = ((first + last + 1) / 2) * (width / table.rows.length)
    const x = Math.min(Math.max(middle - length / 2, 0), width - length)
    if (x < end) continue
    names.push({ x, y: GAP, text: value, size: SIZE, isMuted: true })
    end = x + length + GAP
  }
  return { holidays: holidays.map(({ first, last }) => ({ first, last })), names }
}
