import { findRuns, type ReportTable, type Run } from '../report/model/report-table.ts'
import type { PlotArea, TextMark } from './marks.ts'
import { joinEnds, measureText } from './text.ts'

// What marks rows that follow each other: notes and holidays.

/** Finds for each note the rows that follow each other, and for the first of each such rows the numbers of its notes. */
export function findNotes({ rows, notes: all = [] }: ReportTable) {
  const notes = all.flatMap(({ id, number }) =>
    findRuns(rows, (row) => (row.notes?.some((note) => note.id === id) ? number : null)),
  )
  const noteStarts = [...new Set(notes.map(({ first }) => first))].map((row) => {
    const numbers = notes.filter(({ first }) => first === row).map(({ value }) => value)
    return { row, numbers: numbers.join(', ') }
  })
  return { notes, noteStarts }
}

/** Finds the rows that are holidays, neighbours of one name together. */
export const findHolidays = ({ rows, keyKind, calendar }: ReportTable): Run<string>[] =>
  keyKind !== 'date' || calendar === undefined
    ? []
    : findRuns(rows, ({ key }) => calendar.holidays[key] ?? null)

/** Names the holidays among the rows: `Holidays: Eid-el-Fitr (3/31/2025).`; empty without any. */
export function describeHolidays(table: ReportTable): string {
  const named = findHolidays(table).map(
    ({ value, first, last }) => `${value} (${joinEnds([table.rows[first]?.label, table.rows[last]?.label])})`,
  )
  return named.length === 0 ? '' : `Holidays: ${named.join(', ')}.`
}

const SIZE = 11
const GAP = 8

/** Names the holidays above their rows; a name that would touch the name before is left out. */
export function nameHolidays(table: ReportTable, { width }: PlotArea): readonly TextMark[] {
  let end = 0
  return findHolidays(table).flatMap(({ value, first, last }) => {
    const length = measureText(value, SIZE)
    const middle = ((first + last + 1) / 2) * (width / table.rows.length)
    const x = Math.min(Math.max(middle - length / 2, 0), width - length)
    if (x < end) return []
    end = x + length + GAP
    return [{ x, y: GAP, text: value, size: SIZE, isMuted: true }]
  })
}
