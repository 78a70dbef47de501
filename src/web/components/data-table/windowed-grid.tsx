import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '../../../report/format.ts'
import { countLeading, type ReportTable } from '../../../report/table/report-table.ts'
import { Grid, type GridProps, type GridWindow, KEY_WIDTH, type Range, ROW_HEIGHT } from './grid.tsx'

/** A large table: only the cells in view are in the document, all rows of one height and all columns of one width. */
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

/** One width for all columns, wide enough for the longest number and the beginnings of texts. */
function computeColumnWidth({ total, rows, columns, comparison }: ReportTable): number {
  const isSummed = total !== null && columns.every((column) => column.total === 'sum')
  const lengths = columns.map(({ format }, index) => {
    const values = isSummed ? [total.values[index] ?? 0] : rows.map((row) => row.values[index] ?? 0)
    const earlier = comparison?.earlierTotals[index] ?? 0
    const widest = [...values, earlier].reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    return formatNumber(-widest, format).length
  })
  const texts = rows.map((row) => Math.max(0, ...(row.texts ?? []).map(({ length }) => length)))
  const text = texts.reduce((most, length) => Math.max(most, Math.min(length, MAX_TEXT)), 0)
  return Math.max(104, Math.max(text, ...lengths) * DIGIT_WIDTH + CELL_PADDING)
}

const SPARE_ROWS = 6
const SPARE_COLUMNS = 2

type Drawn = Pick<GridWindow, 'rows' | 'columns'>

const inView = (offset: number, extent: number, size: number, count: number): Range => ({
  start: Math.min(Math.floor(offset / size), Math.max(0, count - 1)),
  end: Math.min(count, Math.ceil((offset + extent) / size)),
})

const widen = ({ start, end }: Range, by: number, count: number): Range => ({
  start: Math.max(0, start - by),
  end: Math.min(count, end + by),
})

const clip = ({ start, end }: Range, count: number): Range => ({
  start: Math.min(start, count),
  end: Math.min(end, count),
})

const contains = (outer: Range, inner: Range) => outer.start <= inner.start && inner.end <= outer.end

/**
 * Follows the scrolling of a box over a grid of equal cells and returns which of them to render. The first render
 * estimates by the size of the page, so that no second one is needed once the box is measured.
 */
function useWindow(
  box: RefObject<HTMLElement | null> | undefined,
  rows: number,
  columns: number,
  width: number,
  /** Whether the first column is always rendered. */
  startsAtFirst: boolean,
): GridWindow {
  const [drawn, setDrawn] = useState<Drawn>(() => ({
    rows: inView(0, innerHeight * 0.75, ROW_HEIGHT, rows),
    columns: inView(0, innerWidth - KEY_WIDTH, width, columns),
  }))

  useLayoutEffect(() => {
    const element = box?.current ?? null
    if (element === null) return undefined
    const follow = (draw: (next: Drawn) => void) => {
      const seen = {
        rows: inView(element.scrollTop, element.clientHeight, ROW_HEIGHT, rows),
        columns: inView(element.scrollLeft, element.clientWidth - KEY_WIDTH, width, columns),
      }
      if (contains(drawn.rows, seen.rows) && contains(drawn.columns, seen.columns)) return
      draw({ rows: widen(seen.rows, SPARE_ROWS, rows), columns: widen(seen.columns, SPARE_COLUMNS, columns) })
    }
    const handleScroll = () => follow((next) => flushSync(() => setDrawn(next)))
    const observer = new ResizeObserver(() => follow(setDrawn))
    follow(setDrawn)
    element.addEventListener('scroll', handleScroll, { passive: true })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', handleScroll)
      observer.disconnect()
    }
  }, [box, rows, columns, width, drawn])

  return useMemo(
    () => ({
      rows: clip(drawn.rows, rows),
      columns: clip(startsAtFirst ? { ...drawn.columns, start: 0 } : drawn.columns, columns),
      columnWidth: width,
    }),
    [drawn, rows, columns, width, startsAtFirst],
  )
}
