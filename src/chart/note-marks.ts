import type { ReportTable } from '../report/table/report-table.ts'
import { createText, type Marks, type PlotArea } from './marks.ts'

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
  const has = (index: number, id: number) => rows[index]?.notes?.some((note) => note.id === id) === true
  const numbers = new Map<number, number[]>()
  const lines = notes.flatMap(({ id, number }) =>
    rows.flatMap((_, first) => {
      if (!has(first, id) || has(first - 1, id)) return []
      numbers.set(first, [...(numbers.get(first) ?? []), number])
      const end = rows.findIndex((__, index) => index > first && !has(index, id))
      const last = end < 0 ? rows.length : end
      return [{ x: first * slot, y: LINE_Y, x2: last * slot, y2: LINE_Y, width: 2, dash: [], series: null }]
    }),
  )
  const starts = [...numbers].map(([row, list]) => ({ x: (row + 0.5) * slot, text: list.join(', ') }))
  return {
    rules: [
      ...lines,
      ...starts.map(({ x }) => ({ x, y: LINE_Y, x2: x, y2: height, width: 1, dash: [2, 3], series: null })),
    ],
    texts: starts.map(({ x, text }) =>
      createText(x, NUMBER_Y, text, { size: 11, weight: 600, align: 'center' }),
    ),
  }
}
