import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '../../../report/format.ts'
import type { ReportTable } from '../../../report/report-table.ts'
import {
  findGroups,
  getHeading,
  getRowClass,
  type GridProps,
  HeaderCell,
  listFooter,
  renderCells,
  renderGroups,
  renderRowHeader,
} from './static-grid.tsx'

/** Counts, and sizes in px. */
type GridGeometry = {
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
type VisibleRange = { readonly rows: Range; readonly columns: Range }

const ROW_HEIGHT = 24
const HEADER_HEIGHT = 32
const GROUP_HEIGHT = 24
const KEY_WIDTH = 112
const DIGIT_WIDTH = 8
const CELL_PADDING = 24

/** One width for all columns, wide enough for the longest number. */
function computeColumnWidth({ total, rows, columns, comparison }: ReportTable): number {
  const isSummed = total !== null && columns.every((column) => column.total === 'sum')
  const lengths = columns.map(({ format }, index) => {
    const values = isSummed ? [total.values[index] ?? 0] : rows.map((row) => row.values[index] ?? 0)
    const earlier = comparison?.earlierTotals[index] ?? 0
    const widest = [...values, earlier].reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    return formatNumber(-widest, format).length
  })
  return Math.max(104, Math.max(0, ...lengths) * DIGIT_WIDTH + CELL_PADDING)
}

/**
 * Only the cells in view are in the document, at fixed sizes, between fillers; header, first column and total row
 * stay. Positions are in aria-rowindex and aria-colindex.
 */
export const VirtualGrid = ({ table, rows, visible, caption, busy, box }: GridProps) => {
  const width = useMemo(() => computeColumnWidth(table), [table])
  const labels = useMemo(() => table.columns.map(getHeading), [table])
  const count = visible.length - 1
  const footer = listFooter(table)
  const isGrouped = findGroups(table, visible).length > 0
  const geometry = useMemo(
    () => ({
      rows: rows.length,
      columns: count,
      rowHeight: ROW_HEIGHT,
      columnWidth: width,
      pinnedHeight: HEADER_HEIGHT + (isGrouped ? GROUP_HEIGHT : 0) + footer.length * ROW_HEIGHT,
      pinnedWidth: KEY_WIDTH,
    }),
    [rows.length, count, width, footer.length, isGrouped],
  )
  const view = useVirtualCells(box, geometry)
  const [key] = visible
  const shown = visible.slice(view.columns.start + 1, view.columns.end + 1)
  const first = view.columns.start + 2
  const groups = findGroups(table, shown)
  const headerRows = isGrouped ? 2 : 1
  const filler = view.columns.start > 0 && <td aria-hidden="true" className="filler" />
  const span = shown.length + 2
  const fillerRow = (height: number) =>
    height > 0 && (
      <tr aria-hidden="true" style={{ height }}>
        <td colSpan={span} className="filler" aria-hidden="true" />
      </tr>
    )
  return (
    <div ref={box} className="data-table-box">
      <table
        aria-label={caption}
        aria-busy={busy}
        aria-rowcount={rows.length + headerRows + footer.length}
        aria-colcount={count + 1}
        className="data-table windowed"
        style={{ width: KEY_WIDTH + count * width }}
      >
        <colgroup>
          <col style={{ width: KEY_WIDTH }} />
          {view.columns.start > 0 && <col style={{ width: view.columns.start * width }} />}
        </colgroup>
        {(groups.length > 0 ? groups : [{ start: 0, count: shown.length }]).map((group) => (
          <colgroup key={group.start}>
            {shown.slice(group.start, group.start + group.count).map(({ id }) => (
              <col key={id} style={{ width }} />
            ))}
          </colgroup>
        ))}
        <colgroup>
          <col />
        </colgroup>
        <thead>
          {renderGroups(groups, filler, first)}
          <tr aria-rowindex={headerRows}>
            {key !== undefined && <HeaderCell column={key} label={table.keyLabel} position={1} />}
            {filler}
            {shown.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                label={labels[column.columnDef.meta?.index ?? 0] ?? ''}
                description={table.columns[column.columnDef.meta?.index ?? 0]?.description}
                position={first + index}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {fillerRow(view.rows.start * ROW_HEIGHT)}
          {rows.slice(view.rows.start, view.rows.end).map(({ id, original }, index) => (
            <tr
              key={id}
              aria-rowindex={view.rows.start + index + headerRows + 1}
              className={getRowClass(original)}
            >
              {renderRowHeader(table, original, 1)}
              {filler}
              {renderCells(table, original.values, shown, { row: original, from: first })}
            </tr>
          ))}
          {fillerRow((rows.length - view.rows.end) * ROW_HEIGHT)}
        </tbody>
        {footer.length > 0 && (
          <tfoot>
            {footer.map(({ label, values, columns }, index) => (
              <tr key={label} aria-rowindex={rows.length + headerRows + 1 + index}>
                <th scope="row" title={label} aria-colindex={1}>
                  {label}
                </th>
                {filler}
                {renderCells({ ...table, columns }, values, shown, { from: first })}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

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
function useVirtualCells(box: RefObject<HTMLElement | null>, geometry: GridGeometry): VisibleRange {
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
