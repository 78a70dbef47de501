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
function writeClipboard({ text, html }: ClipboardContent): boolean {
  let isWritten = false
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    event.preventDefault()
    isWritten = event.clipboardData !== null
  }
  document.addEventListener('copy', write)
  document.execCommand('copy')
  document.removeEventListener('copy', write)
  return isWritten
}
