import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber, pickFormat, WIDE_UNIT } from '../../report/model/format.ts'
import { countLeading, type ReportTable } from '../../report/model/report-table.ts'
import { INCOMPLETE, nameTotal } from '../../report/table/totals.ts'
import { Grid, type GridProps, type GridWindow, KEY_WIDTH, type Range, ROW_HEIGHT } from './grid.tsx'

/** Shows a large table: only cells in view are rendered, rows of one height and columns of one width. */
const WindowedGrid = (props: GridProps) => {
  const { table, rows, visible, box } = props
  const columnWidth = useMemo(() => computeColumnWidth(table), [table])
  const hasTwoKeys = countLeading(table) === 2
  const window = useWindow(box, rows.length, visible.length - 1, columnWidth, hasTwoKeys)
  return <Grid {...props} window={window} />
}

export default WindowedGrid

const DIGIT_WIDTH = 8
const CELL_PADDING = 24

/** The characters of a text in a row of one line. */
const MAX_TEXT = 30

/** Computes one width for all columns, wide enough for the longest number and the beginnings of texts. */
function computeColumnWidth({ total, rows, columns, comparison }: ReportTable): number {
  const isSummed = total !== null && columns.every((column) => column.total === 'sum')
  const lengths = columns.map((column, index) => {
    const format = pickFormat(column.format, WIDE_UNIT)
    const values = isSummed ? [total.values[index] ?? 0] : rows.map((row) => row.values[index] ?? 0)
    const earlier = comparison?.earlierTotals[index] ?? 0
    const widest = [...values, earlier].reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const name = nameTotal(column, total?.values[index] ?? null, total?.gaps?.[index])
    const isPartial = rows.some(({ gaps }) => (gaps?.[index] ?? []).length > 0)
    return formatNumber(-widest, format).length + Math.max(name.length, isPartial ? INCOMPLETE.length : 0)
  })
  const texts = rows.map((row) => Math.max(0, ...(row.texts ?? []).map(({ length }) => length)))
  const text = texts.reduce((most, length) => Math.max(most, Math.min(length, MAX_TEXT)), 0)
  return Math.max(104, Math.max(text, ...lengths) * DIGIT_WIDTH + CELL_PADDING)
}

/** After so many rows and columns of scrolling others are rendered. */
const STEP = { rows: 6, columns: 2 }
/** The least height in px of the page beside the table's box, which `data-table.css` sets. */
const AROUND = 256

/** Returns the cells of one direction to render: those in view between the cell `first` and the next step, and a step before them. */
const cover = (first: number, inView: number, step: number, count: number): Range => ({
  start: Math.max(0, Math.min(first - step, count)),
  end: Math.min(count, first + Math.ceil(inView) + step),
})

/** Follows the scrolling of a box over a grid of equal cells and returns which of them to render. */
function useWindow(
  box: RefObject<HTMLElement | null> | undefined,
  rows: number,
  columns: number,
  columnWidth: number,
  startsAtFirst: boolean,
): GridWindow {
  const [view, setView] = useState({ row: 0, column: 0, height: innerHeight, width: innerWidth })
  useLayoutEffect(() => {
    const element = box?.current ?? null
    if (element === null) return undefined
    const follow = () => {
      const row = Math.floor(element.scrollTop / ROW_HEIGHT / STEP.rows) * STEP.rows
      const column = Math.floor(element.scrollLeft / columnWidth / STEP.columns) * STEP.columns
      const next = { row, column, height: innerHeight, width: innerWidth }
      setView((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next))
    }
    const scroll = () => flushSync(follow)
    const controller = new AbortController()
    const { signal } = controller
    element.addEventListener('scroll', scroll, { passive: true, signal })
    addEventListener('resize', follow, { signal })
    return () => controller.abort()
  }, [box, columnWidth])
  return useMemo(() => {
    const { row, column, height, width } = view
    const shown = cover(column, (width - KEY_WIDTH) / columnWidth, STEP.columns, columns)
    return {
      rows: cover(row, Math.max(320, height - AROUND) / ROW_HEIGHT, STEP.rows, rows),
      columns: startsAtFirst ? { ...shown, start: 0 } : shown,
      columnWidth,
    }
  }, [view, rows, columns, columnWidth, startsAtFirst])
}
