import { type ClipboardContent, formatCopiedCells } from '../../../../report/copied-cells.ts'
import { notify } from '../../toaster.tsx'
import { shownTables } from '../table-parts.ts'
import { formatExtent, getSelectedCells } from './cell-selection.ts'
import { readSelectedText } from './copied-range.ts'
import { getSize } from './grid-elements.ts'
import { pickCells } from './picked-cells.ts'
import { selectAll, listSelected } from './selected-cells.ts'

/** What the next event of a copy writes, if not what is selected. */
let pending: ClipboardContent | null = null

interface Copied {
  readonly content: ClipboardContent
  /** What was copied, for the user. */
  readonly message: string
}

/** The selected cells of a table; without any, all that it shows, as far as `isWhole`. */
function readCells(box: Element | null, isWhole: boolean): Copied | null {
  const grid = box && shownTables.get(box)
  const selected = getSelectedCells(box)
  if (!grid || (selected === null && !isWhole)) return null
  const size = getSize(grid)
  const cells = selected ?? listSelected(selectAll(size), size)
  const isOne = cells.rows.length * cells.columns.length === 1
  return {
    content: formatCopiedCells(grid.table, pickCells(grid, { ...cells, hasHeader: !isOne })),
    message: isOne ? 'Copied 1 cell.' : `Copied ${formatExtent(cells)}.`,
  }
}

/** Copies the selected cells of a table, or the whole table as it is shown; says so, or what failed. */
export async function copyTable(box: Element | null): Promise<void> {
  const copied = readCells(box, true)
  if (copied === null) return
  await writeClipboard(copied.content)
  notify(copied.message, 'success')
}

/** Rejects if the browser refuses. The event of a copy works without TLS as well, which the newer API does not. */
async function writeClipboard(content: ClipboardContent): Promise<void> {
  pending = content
  const isWritten = document.execCommand('copy') && pending === null
  pending = null
  if (isWritten) return
  const [text, html] = [content.text, content.html]
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    }),
  ])
}

function handleCopy(event: ClipboardEvent): void {
  const { clipboardData, target } = event
  if (clipboardData === null || event.defaultPrevented) return
  const isField = target instanceof Element && target.matches('input, textarea, [contenteditable]')
  const copied = pending === null && !isField ? readSelection() : null
  const content = pending ?? copied?.content
  if (!content) return
  clipboardData.setData('text/plain', content.text)
  clipboardData.setData('text/html', content.html)
  event.preventDefault()
  pending = null
  if (copied?.message) notify(copied.message, 'success')
}

/** Selected text of the page first, then selected cells. */
function readSelection(): { content: ClipboardContent; message?: string } | null {
  const text = globalThis.getSelection()
  if (text !== null && !text.isCollapsed && text.toString() !== '') {
    const content = readSelectedText(text)
    return content && { content }
  }
  return readCells(document.querySelector('.data-table-box:has([data-selected])'), false)
}

/** Writes what is selected in tables, whenever something is copied. */
export const watchCopies = (): void => document.addEventListener('copy', handleCopy)
