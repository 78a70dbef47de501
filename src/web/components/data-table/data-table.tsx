import { type ReactNode, useMemo } from 'react'
import type { ReportTable } from '../../../report/table.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import './data-table.css'
import { StaticGrid } from './static-grid.tsx'
import { usePrinting } from '../use-printing.ts'
import { useTableModel } from './use-table-model.ts'
import { VirtualGrid } from './virtual-grid.tsx'

const MANY_CELLS = 2000

type Props = {
  readonly table: ReportTable
  /** The table's accessible name, equal to the title of its card. */
  readonly caption: string
  /** New figures are on their way; those shown stay. */
  readonly busy: boolean
  /** Puts the Columns menu somewhere else than above the table, such as into the head of a card. */
  readonly renderFrame?: (menu: ReactNode, grid: ReactNode) => ReactNode
}

const above = (menu: ReactNode, grid: ReactNode) => (
  <div className="min-w-0">
    <div className="flex justify-end px-2 py-1">{menu}</div>
    {grid}
  </div>
)

/**
 * A report's table: sorts by any column, hides columns, keeps header, first column and total row in view. A table
 * of very many cells is drawn only where it is seen, but printed whole.
 */
export const DataTable = ({ table, caption, busy, renderFrame = above }: Props) => {
  const { rows, visible, all, showAll } = useTableModel(table)
  const printing = usePrinting()
  const labels = useMemo(() => table.columns.map(({ label }) => label), [table])
  const windowed = rows.length * visible.length > MANY_CELLS && !printing
  const grid = { table, rows, visible, caption, busy }
  return renderFrame(
    <ColumnsMenu columns={all.slice(1)} labels={labels} onShowAll={showAll} />,
    windowed ? <VirtualGrid {...grid} /> : <StaticGrid {...grid} />,
  )
}
