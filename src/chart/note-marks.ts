import { findRuns, type ReportTable } from '../report/table/report-table.ts'
import { createRule, createText, type Marks, type PlotArea } from './marks.ts'

/** The height of the numbers and of the lines beside them above the plot, in px. */
const NUMBER_Y = -9
const LINE_Y = -2

/**
 * Builds the signs of notes: the number of each above the first of its rows that follow each other, a thin rule through
 * that row, and a line above all of them.
 */
export function buildNoteMarks(
  { rows, notes = [] }: ReportTable,
  { width, height }: PlotArea,
): Pick<Marks, 'rules' | 'texts'> {
  const slot = width / rows.length
  const numbers = new Map<number, number[]>()
  const lines = notes.flatMap(({ id, number }) =>
    findRuns(rows, (row) => row.notes?.some((note) => note.id === id) || null).map(({ first, last }) => {
      numbers.set(first, [...(numbers.get(first) ?? []), number])
      return createRule([first * slot, LINE_Y], [(last + 1) * slot, LINE_Y], { width: 2 })
    }),
  )
  const starts = [...numbers].map(([row, list]) => ({ x: (row + 0.5) * slot, text: list.join(', ') }))
  return {
    rules: [...lines, ...starts.map(({ x }) => createRule([x, LINE_Y], [x, height], { dash: [2, 3] }))],
    texts: starts.map(({ x, text }) =>
      createText(x, NUMBER_Y, text, { size: 11, weight: 600, align: 'center' }),
    ),
  }
}
