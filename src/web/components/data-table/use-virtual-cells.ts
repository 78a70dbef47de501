import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Counts, and sizes in px. */
export type GridGeometry = {
  readonly rows: number
  readonly columns: number
  readonly rowHeight: number
  readonly columnWidth: number
  /** The part of the box that the pinned header, total row and first column cover. */
  readonly pinnedHeight: number
  readonly pinnedWidth: number
}

/** The rendered part: start inclusive, end exclusive. */
type Range = { readonly start: number; readonly end: number }
export type VisibleRange = { readonly rows: Range; readonly columns: Range }

const SPARE_ROWS = 6
const SPARE_COLUMNS = 2

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
export function useVirtualCells(box: RefObject<HTMLElement | null>, geometry: GridGeometry): VisibleRange {
  const [drawn, setDrawn] = useState<VisibleRange>(() => ({
    rows: inView(0, innerHeight * 0.75, geometry.rowHeight, geometry.rows),
    columns: inView(0, innerWidth - geometry.pinnedWidth, geometry.columnWidth, geometry.columns),
  }))

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const { rows, columns, rowHeight, columnWidth, pinnedHeight, pinnedWidth } = geometry
    const follow = (draw: (next: VisibleRange) => void) => {
      const seen = {
        rows: inView(element.scrollTop, element.clientHeight - pinnedHeight, rowHeight, rows),
        columns: inView(element.scrollLeft, element.clientWidth - pinnedWidth, columnWidth, columns),
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
  }, [box, geometry, drawn])

  return { rows: clip(drawn.rows, geometry.rows), columns: clip(drawn.columns, geometry.columns) }
}
