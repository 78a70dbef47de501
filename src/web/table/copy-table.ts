import { formatCopiedCells } from '../../report/table/copied-cells.ts'
import { copyText } from '../kit/copy-buttons.tsx'
import { type GridProps, listFooter } from './grid.tsx'
import { getMeta } from './use-table-model.ts'

const KEY = -1

/** Copies a table as it is shown, or one column of it with the first one. Returns what was copied; null if the browser refuses. */
export function copyTable(
  { table, rows, visible }: Pick<GridProps, 'table' | 'rows' | 'visible'>,
  column: number | null,
): string | null {
  const lines = [...rows.map(({ original }) => original), ...listFooter(table)]
  const columns = column === null ? visible.map((shown) => getMeta(shown).index) : [KEY, column]
  const { text, html } = formatCopiedCells(table, { rows: lines, columns })
  if (!copyText(text, html)) return null
  return `Copied ${count(lines.length, 'row')} and ${count(columns.length, 'column')}.`
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
