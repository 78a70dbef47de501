import { findRuns, type ReportTable } from '../report/model/report-table.ts'

/** Lists for each note the rows that follow each other, and for the first of each such rows the numbers of its notes. */
export function buildNoteRecords({ rows, notes = [] }: ReportTable) {
  const starts = new Map<number, number[]>()
  const ranges = notes.flatMap(({ id, number }) =>
    findRuns(rows, (row) => row.notes?.some((note) => note.id === id) || null).map(({ first, last }) => {
      starts.set(first, [...(starts.get(first) ?? []), number])
      return { first, last }
    }),
  )
  return {
    notes: ranges,
    noteStarts: [...starts].map(([row, numbers]) => ({ row, numbers: numbers.join(', ') })),
  }
}
