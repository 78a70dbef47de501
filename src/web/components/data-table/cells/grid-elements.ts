import { type GridProps, listFooter } from '../static-grid.tsx'
import { shownTables } from '../table-parts.ts'
import type { CellPosition, GridSize } from './selected-cells.ts'

/** The row of the headers, as a position. */
export const HEADER = -1

/** The box of the table that contains an element. */
export function findBox(target: EventTarget | Node | null): HTMLElement | null {
  const element = target instanceof Element ? target : target instanceof Node ? target.parentElement : null
  const box = element?.closest<HTMLElement>('.data-table-box') ?? null
  return box !== null && shownTables.has(box) ? box : null
}

/** The cell that contains an element. */
export function findCell(target: EventTarget | Node | null): HTMLTableCellElement | null {
  const element = target instanceof Element ? target : target instanceof Node ? target.parentElement : null
  return element?.closest<HTMLTableCellElement>('.data-table :is(th, td):not(.filler)') ?? null
}

/** The rows, those of the footer included, and the visible columns. */
export const getSize = ({ table, rows, visible }: GridProps): GridSize => ({
  rows: rows.length + listFooter(table).length,
  columns: visible.length,
})

const parsePosition = (text: string | null): number | null => (text === null ? null : Number(text) - 1)

/** The position of a cell, of a header in the row -1; null for a cell without a position. */
export function getPosition({ rows }: GridProps, cell: HTMLTableCellElement): CellPosition | null {
  const row = cell.parentElement
  const section = row?.parentElement
  if (!(row instanceof HTMLTableRowElement) || !(section instanceof HTMLTableSectionElement)) return null
  const column = parsePosition(cell.getAttribute('aria-colindex')) ?? countBefore(cell)
  if (section.tagName === 'THEAD') return { row: HEADER, column }
  if (section.tagName === 'TFOOT') return { row: rows.length + row.sectionRowIndex, column }
  const above = section.parentElement?.querySelectorAll('thead > tr').length ?? 0
  const index = parsePosition(row.getAttribute('aria-rowindex'))
  return { row: index === null ? row.sectionRowIndex : index - above, column }
}

/** How many columns precede a cell; a header above headers has several. */
function countBefore(cell: HTMLTableCellElement): number {
  if (!cell.parentElement?.classList.contains('groups')) return cell.cellIndex
  let count = 0
  for (let one = cell.previousElementSibling; one !== null; one = one.previousElementSibling) {
    count += one instanceof HTMLTableCellElement ? one.colSpan : 0
  }
  return count
}

/** The cells of a table that are in the document, with their positions; without headers above headers. */
export const listCells = (box: Element, grid: GridProps) =>
  [...box.querySelectorAll<HTMLTableCellElement>('tr:not(.groups) > :is(th, td):not(.filler)')].flatMap(
    (cell) => {
      const position = getPosition(grid, cell)
      return position === null ? [] : [{ cell, position }]
    },
  )

/** Scrolls a cell into view. Of a large table it need not be in the document. */
export function revealCell(box: HTMLElement, grid: GridProps, position: CellPosition): void {
  const sample = box.querySelector<HTMLElement>('tbody [aria-colindex]:not(:first-child)')
  const found = listCells(box, grid).find(
    ({ position: { row, column } }) => row === position.row && column === position.column,
  )
  if (sample === null || sample.parentElement === null) {
    found?.cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return
  }
  const getHeight = (selector: string) => box.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0
  const height = sample.parentElement.offsetHeight
  if (position.row < grid.rows.length) {
    const inView = box.clientHeight - getHeight('thead') - getHeight('tfoot')
    box.scrollTop = keepInView(box.scrollTop, inView, position.row * height, height)
  }
  if (position.column > 0) {
    const pinned = box.querySelector<HTMLElement>('thead tr:last-child > th')?.offsetWidth ?? 0
    const width = sample.offsetWidth
    const inView = box.clientWidth - pinned
    box.scrollLeft = keepInView(box.scrollLeft, inView, (position.column - 1) * width, width)
  }
}

/** The nearest offset at which a part is in view. */
const keepInView = (offset: number, inView: number, start: number, size: number): number =>
  start < offset ? start : Math.max(offset, start + size - inView)

/** How many rows are in view. */
export function countRowsInView(box: HTMLElement): number {
  const row = box.querySelector<HTMLElement>('tbody tr:not([aria-hidden])')
  return Math.max(1, Math.floor(box.clientHeight / (row?.offsetHeight ?? 24)) - 2)
}
