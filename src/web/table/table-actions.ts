import type { KeyboardEvent, PointerEvent } from 'react'
import { getRowId } from '../../report/model/report-table.ts'
import type { Arrangement } from '../../report/selection/url-state.ts'
import { formatCopiedCells } from '../../report/table/copied-cells.ts'
import { copyText } from '../kit/copy-buttons.tsx'
import { type GridProps, listFooter } from './grid.tsx'
import type { AskedNumber } from './number-panel.tsx'
import { getMeta, type ModelColumn } from './use-table-model.ts'

type Shown = Pick<GridProps, 'table' | 'rows' | 'visible'>

const KEY = -1

/** Copies a table as it is shown, or one column of it with the first one. Returns what was copied; null if the browser refuses. */
export function copyTable({ table, rows, visible }: Shown, column: number | null): string | null {
  const lines = [...rows.map(({ original }) => original), ...listFooter(table)]
  const columns = column === null ? visible.map((shown) => getMeta(shown).index) : [KEY, column]
  const { text, html } = formatCopiedCells(table, { rows: lines, columns })
  if (!copyText(text, html)) return null
  return `Copied ${count(lines.length, 'row')} and ${count(columns.length, 'column')}.`
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Finds the number that was clicked, of a row or the total, and focuses its heading; null elsewhere. */
export function findNumber(target: EventTarget, { table, rows, visible }: Shown): AskedNumber | null {
  const cell = target instanceof Element ? target.closest('td') : null
  const line = cell?.closest('tr') ?? null
  if (cell === null || line === null) return null
  // Of a large table only a part is in the document.
  const [columnIndex, rowIndex] = [cell.getAttribute('aria-colindex'), line.getAttribute('aria-rowindex')]
  const shown = visible[columnIndex === null ? cell.cellIndex : Number(columnIndex) - 1]
  const column = shown === undefined ? KEY : getMeta(shown).index
  const header = cell.closest('table')?.tHead?.rows.length ?? 0
  const position = rowIndex === null ? line.sectionRowIndex : Number(rowIndex) - header - 1
  const isTotal = line.matches('tfoot > :first-child') && table.total !== null
  const row = line.matches('tbody > *') ? rows[position] : undefined
  if (!isTotal && row === undefined) return null
  if (table.columns[column]?.role === 'text') return null
  const headings = cell.closest('table')?.tHead?.rows[header - 1]
  // A cell cannot have the focus: it returns to the heading when the explanation is closed.
  headings?.cells[cell.cellIndex]?.querySelector('button')?.focus({ preventScroll: true })
  return { column, row: row ? getRowId(row.original) : null }
}

interface Sizes {
  readonly visible: readonly ModelColumn[]
  readonly arrangement: Arrangement
  readonly onArrange: (arrangement: Arrangement) => void
}

/** In px: the least and the most width of a column, and the step of a key. */
const WIDTHS = { least: 40, most: 800, step: 16 }

function setWidth(heading: Element | null, { visible, arrangement, onArrange }: Sizes, width: number | null) {
  const column = heading instanceof HTMLTableCellElement ? visible[heading.cellIndex] : undefined
  if (column === undefined) return
  const { role, label } = getMeta(column)
  const widths = new Map(arrangement.widths)
  widths.delete(role === 'key' ? '' : label)
  if (width !== null) widths.set(role === 'key' ? '' : label, width)
  onArrange({ ...arrangement, widths })
}

const clampWidth = (width: number) => Math.round(Math.max(WIDTHS.least, Math.min(width, WIDTHS.most)))

const findEdge = (target: EventTarget): HTMLElement | null =>
  target instanceof HTMLElement && target.matches('[data-edge]') ? target : null

/** Gives a column the width of its contents again, if its edge is clicked twice; returns false elsewhere. */
export function resetWidth(target: EventTarget, sizes: Sizes): boolean {
  const edge = findEdge(target)
  if (edge !== null) setWidth(edge.parentElement, sizes, null)
  return edge !== null
}

/** Makes a column wider or narrower while the edge of its heading is dragged. */
export function dragEdge(
  { target, clientX, pointerId }: Pick<PointerEvent, 'target' | 'clientX' | 'pointerId'>,
  sizes: Sizes,
): void {
  const edge = findEdge(target)
  const heading = edge?.parentElement ?? null
  if (edge === null || heading === null) return
  const start = heading.offsetWidth
  let width: number | null = null
  const controller = new AbortController()
  const { signal } = controller
  edge.setPointerCapture(pointerId)
  edge.addEventListener(
    'pointermove',
    (event) => {
      width = clampWidth(start + event.clientX - clientX)
      heading.style.width = heading.style.minWidth = heading.style.maxWidth = `${width}px`
    },
    { signal },
  )
  const end = () => {
    controller.abort()
    if (width !== null) setWidth(heading, sizes, width)
  }
  edge.addEventListener('lostpointercapture', end, { signal })
}

/** Makes the column of a focused heading wider or narrower by Shift and an arrow key. */
export function resizeByKey({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>, sizes: Sizes): void {
  const heading = target instanceof Element ? target.closest<HTMLElement>('thead th') : null
  const by = { ArrowLeft: -WIDTHS.step, ArrowRight: WIDTHS.step }[key]
  const isSized = heading?.querySelector('[data-edge]') !== null
  if (heading !== null && by !== undefined && isSized)
    setWidth(heading, sizes, clampWidth(heading.offsetWidth + by))
}
