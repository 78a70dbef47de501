import { type ClipboardContent, formatCopiedCells } from '../../../report/table/copied-cells.ts'
import { notify } from '../toaster.tsx'
import { type GridProps, listFooter } from './grid.tsx'
import type { ModelColumn } from './use-table-model.ts'

type Shown = Pick<GridProps, 'table' | 'rows' | 'visible'>

const KEY = -1

/** The indexes of columns in the table. */
const getIndexes = (columns: readonly ModelColumn[]) =>
  columns.map(({ columnDef: { meta } }) => meta?.index ?? KEY)

/** Copies a table as it is shown, or one column of it with the first one; says so, or that the browser refuses. */
export function copyTable({ table, rows, visible }: Shown, column: number | null = null): void {
  const lines = [...rows.map(({ original }) => original), ...listFooter(table)]
  const columns = column === null ? getIndexes(visible) : [KEY, column]
  const isCopied = writeClipboard(formatCopiedCells(table, { rows: lines, columns }))
  if (!isCopied) return notify('The table could not be copied. Select it and press Ctrl+C.')
  const counts = [count(lines.length, 'row'), count(columns.length, 'column')]
  notify(`Copied ${counts.join(' and ')}.`, 'success')
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Returns whether the browser copied. The event works without TLS as well, which the newer API does not. */
function writeClipboard(content: ClipboardContent): boolean {
  let isWritten = false
  const write = (event: ClipboardEvent) => {
    event.stopImmediatePropagation()
    isWritten = setContent(event, content)
  }
  document.addEventListener('copy', write, { capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', write, { capture: true })
  return isWritten
}

function setContent(event: ClipboardEvent, { text, html }: ClipboardContent): boolean {
  event.clipboardData?.setData('text/plain', text)
  event.clipboardData?.setData('text/html', html)
  event.preventDefault()
  return event.clipboardData !== null
}

/** Writes the rows of a table in which text is selected; a selection within one cell is copied by the browser. */
export function copySelectedRows(event: ClipboardEvent, box: Element, { table, rows, visible }: Shown): void {
  const selection = getSelection()
  const [anchor, focus] = [selection?.anchorNode ?? null, selection?.focusNode ?? null]
  if (selection === null || !box.contains(anchor) || !box.contains(focus)) return
  const cell = findCell(anchor)
  if (selection.isCollapsed || (cell !== null && cell === findCell(focus))) return
  const lines = [...rows.map(({ original }) => original), ...listFooter(table)]
  const selected = [...box.querySelectorAll<HTMLTableRowElement>(':is(tbody, tfoot) > tr:not([aria-hidden])')]
    .filter((row) => selection.containsNode(row, true))
    .flatMap((row) => lines[getIndex(row, rows.length)] ?? [])
  setContent(event, formatCopiedCells(table, { rows: selected, columns: getIndexes(visible) }))
}

/** The position of a row of the document among the rows of the table, followed by those below it. */
function getIndex(row: HTMLTableRowElement, count: number): number {
  if (row.parentElement?.tagName === 'TFOOT') return count + row.sectionRowIndex
  const headerRows = row.closest('table')?.tHead?.rows.length ?? 0
  return row.ariaRowIndex === null ? row.sectionRowIndex : Number(row.ariaRowIndex) - headerRows - 1
}

const findCell = (node: Node | null): Element | null =>
  (node instanceof Element ? node : node?.parentElement)?.closest('th, td') ?? null
