import { useMemo, useRef } from 'react'
import { formatNumber } from '../../../report/format.ts'
import type { ReportTable } from '../../../report/table.ts'
import { HeaderCell, renderCells, getRowClass, renderRowHeader } from './cells.tsx'
import type { GridProps } from './static-grid.tsx'
import { useVirtualCells } from './use-virtual-cells.ts'

const ROW_HEIGHT = 24
const HEADER_HEIGHT = 32
const KEY_WIDTH = 112
const DIGIT_WIDTH = 8
const CELL_PADDING = 24

/** One width for all columns, wide enough for the longest number. */
function computeColumnWidth({ total, rows }: ReportTable): number {
  const widest = Math.max(
    ...(total?.values ?? []).map(Math.abs),
    ...(total === null ? rows.map(({ values }) => Math.max(0, ...values.map(Math.abs))) : []),
    0,
  )
  return Math.max(104, formatNumber(-widest).length * DIGIT_WIDTH + CELL_PADDING)
}

/**
 * Only the cells in view are in the document, at fixed sizes, between fillers; header, first column and total row
 * stay. Positions are in aria-rowindex and aria-colindex.
 */
export const VirtualGrid = ({ table, rows, visible, caption, busy }: GridProps) => {
  const box = useRef<HTMLDivElement>(null)
  const width = useMemo(() => computeColumnWidth(table), [table])
  const count = visible.length - 1
  const geometry = useMemo(
    () => ({
      rows: rows.length,
      columns: count,
      rowHeight: ROW_HEIGHT,
      columnWidth: width,
      pinnedHeight: HEADER_HEIGHT + (table.total === null ? 0 : ROW_HEIGHT),
      pinnedWidth: KEY_WIDTH,
    }),
    [rows.length, count, width, table.total],
  )
  const view = useVirtualCells(box, geometry)
  const [key] = visible
  const shown = visible.slice(view.columns.start + 1, view.columns.end + 1)
  const first = view.columns.start + 2
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
        aria-rowcount={rows.length + (table.total === null ? 1 : 2)}
        aria-colcount={count + 1}
        className="data-table windowed"
        style={{ width: KEY_WIDTH + count * width }}
      >
        <colgroup>
          <col style={{ width: KEY_WIDTH }} />
          {view.columns.start > 0 && <col style={{ width: view.columns.start * width }} />}
          {shown.map(({ id }) => (
            <col key={id} style={{ width }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {key !== undefined && <HeaderCell column={key} label={table.keyLabel} position={1} />}
            {filler}
            {shown.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                label={table.columns[column.columnDef.meta?.index ?? 0]?.label ?? ''}
                position={first + index}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {fillerRow(view.rows.start * ROW_HEIGHT)}
          {rows.slice(view.rows.start, view.rows.end).map(({ id, original }, index) => (
            <tr key={id} aria-rowindex={view.rows.start + index + 2} className={getRowClass(original)}>
              {renderRowHeader(original, 1)}
              {filler}
              {renderCells(original.values, shown, first)}
            </tr>
          ))}
          {fillerRow((rows.length - view.rows.end) * ROW_HEIGHT)}
        </tbody>
        {table.total !== null && (
          <tfoot>
            <tr aria-rowindex={rows.length + 2}>
              <th scope="row" aria-colindex={1}>
                {table.total.label}
              </th>
              {filler}
              {renderCells(table.total.values, shown, first)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
