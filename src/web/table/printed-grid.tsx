import type { Value } from '../../query/arithmetic.ts'
import { formatNumber } from '../../report/model/format.ts'
import { countLeading, getText, type ReportTable } from '../../report/model/report-table.ts'
import { Grid, type GridProps, listFooter } from './grid.tsx'
import { getMeta, type ModelColumn } from './use-table-model.ts'

/** The width of the content in CSS pixels: that of A4 or of Letter, whichever is narrower, with margins of 10 mm. */
const PAGE_WIDTH = 978
/** The size of the text in CSS pixels, and how much smaller a table is printed so that it fits a page. */
const TEXT_SIZE = 11.33
const MIN_SCALE = 0.8
/** The width of a character, and of the padding of a cell, in sizes of the text. */
const CHARACTER = 0.56
const PADDING = 1
const MAX_KEY_WIDTH = 20
const MAX_HEADING_WIDTH = 8.5

/**
 * A table on paper: all rows and columns that are shown. Columns that do not fit beside each other follow on further
 * pages, each time with the first column.
 */
export const PrintedGrid = (grid: GridProps) => {
  const { table, visible } = grid
  const leading = visible.slice(0, countLeading(table))
  const [, second] = leading
  const columns = visible.slice(leading.length)
  const labels = [...table.rows, ...listFooter(table)].map(({ label }) => label)
  const secondWidth = second === undefined ? 0 : computeColumnWidth(table, second)
  const keyWidth = Math.min(MAX_KEY_WIDTH, computeWidth(labels)) + secondWidth
  const widths = columns.map((column) => computeColumnWidth(table, column))
  const width = TEXT_SIZE * widths.reduce((sum, one) => sum + one, keyWidth)
  const fits = width * MIN_SCALE <= PAGE_WIDTH
  const parts = fits ? [columns] : divideColumns(columns, widths, PAGE_WIDTH / TEXT_SIZE - keyWidth)
  return (
    <div style={{ fontSize: fits ? TEXT_SIZE * Math.min(1, PAGE_WIDTH / width) : TEXT_SIZE }}>
      {parts.map((part) => {
        const start = columns.findIndex((column) => column === part[0])
        const note = `Columns ${start + 1} to ${start + part.length} of ${columns.length}`
        return (
          <Grid
            key={start}
            {...grid}
            box={undefined}
            visible={[...leading, ...part]}
            note={parts.length > 1 ? note : null}
          />
        )
      })}
    </div>
  )
}

const computeWidth = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length)) * CHARACTER + PADDING

/** The width of a column's longest number or of a line of its header. */
function computeColumnWidth(table: ReportTable, column: ModelColumn): number {
  const { index, role } = getMeta(column)
  const heading = computeWidth([table.columns[index]?.label ?? ''])
  if (role === 'text') {
    const texts = computeWidth(table.rows.map((row) => getText(row, index)))
    return Math.min(MAX_KEY_WIDTH, Math.max(texts, heading))
  }
  const format = (value: Value = null, columns = table.columns) =>
    formatNumber(value ?? 0, columns[index]?.format)
  const numbers = [
    ...table.rows.map(({ values }) => format(values[index])),
    ...listFooter(table).map(({ columns, values, names }) =>
      [names[index] ?? '', format(values[index], columns)].join(' ').trim(),
    ),
  ]
  return Math.max(computeWidth(numbers), Math.min(MAX_HEADING_WIDTH, heading))
}

/** Columns that fit beside each other, for each page. */
function divideColumns(columns: readonly ModelColumn[], widths: readonly number[], available: number) {
  const parts: ModelColumn[][] = []
  let free = 0
  for (const [index, column] of columns.entries()) {
    const width = widths[index] ?? 0
    if (width > free) {
      parts.push([])
      free = available
    }
    parts.at(-1)?.push(column)
    free -= width
  }
  return parts
}
