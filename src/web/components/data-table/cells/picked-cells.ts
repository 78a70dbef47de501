import type { CopiedCells, FooterRow } from '../../../../report/copied-cells.ts'
import type { TableRow } from '../../../../report/report-table.ts'
import { type GridProps, listFooter } from '../static-grid.tsx'
import type { SelectedCells } from './selected-cells.ts'

/** The rows and columns of a table at positions on the screen. */
export const pickCells = (
  grid: GridProps,
  picked: SelectedCells & Pick<CopiedCells, 'hasHeader'>,
): CopiedCells => ({
  rows: picked.rows.flatMap((row) => findRow(grid, row) ?? []),
  columns: picked.columns.map((column) => grid.visible[column]?.columnDef.meta?.index ?? -1),
  hasHeader: picked.hasHeader,
})

/** The row at a position, the total row and those below it included. */
export const findRow = ({ table, rows }: GridProps, row: number): TableRow | FooterRow | undefined =>
  rows[row]?.original ?? listFooter(table)[row - rows.length]
