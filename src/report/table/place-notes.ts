import type { Note } from '../../../schemas/api/note.ts'
import { shortMonths } from '../../time/calendar.ts'
import type { Period } from '../../time/days.ts'
import type { ReportTable, TableNote, TableRow } from '../model/report-table.ts'
import { getRowSpan, type TimeSpan } from './row-span.ts'

/** Says whether two times have a moment in common; the end of a day is after its last hour. */
const touches = (one: TimeSpan, other: TimeSpan): boolean =>
  one.from <= `${other.to}~` && other.from <= `${one.to}~`

/** Adds notes, in their order, to a table and those of its rows that they are about; removes those from before. */
export function placeNotes(table: ReportTable, period: Period, notes: readonly Note[]): ReportTable {
  if (notes.length === 0 && table.notes === undefined) return table
  const placed = notes.map((note, index) => ({ note, shown: buildTableNote(note, index + 1) }))
  const listNotes = (row: TableRow): readonly TableNote[] => {
    const span = getRowSpan(table, row, period)
    return placed
      .filter(({ note }) =>
        table.keyKind === 'text'
          ? note.row === row.key
          : note.row === null && span !== null && touches(note, span),
      )
      .map(({ shown }) => shown)
  }
  return {
    ...table,
    notes: placed.map(({ shown }) => shown),
    rows: table.rows.map((row) => {
      const { notes: _before, ...plain } = row
      const own = listNotes(row)
      return own.length === 0 ? plain : { ...plain, notes: own }
    }),
  }
}

const buildTableNote = (note: Note, number: number): TableNote => ({
  ...note,
  number,
  subject: note.row === null ? formatSpan(note) : `${note.row}, ${formatSpan(note)}`,
  origin:
    note.changedBy === null || note.changedAt === null
      ? `${note.author}, ${formatDay(note.createdAt)}`
      : `${note.author}, changed by ${note.changedBy}, ${formatDay(note.changedAt)}`,
})

const formatDay = (timestamp: string): string => formatMoment(timestamp.slice(0, 10))

/** Formats the time of a note: `14 Mar 2025`, `14 Mar 2025 10:00 to 14 Mar 2025 12:00`. */
const formatSpan = ({ from, to }: TimeSpan): string =>
  from === to ? formatMoment(from) : `${formatMoment(from)} to ${formatMoment(to)}`

/** Formats the first moment of a day or of a part of it. */
export function formatMoment(moment: string): string {
  const [year = '', month, day] = moment.slice(0, 10).split('-')
  const time = moment.slice(11)
  const date = `${Number(day)} ${shortMonths[Number(month) - 1] ?? ''} ${year}`
  return time === '' ? date : `${date} ${time.length === 2 ? `${time}:00` : time}`
}
