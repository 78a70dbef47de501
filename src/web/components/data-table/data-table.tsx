import { type ReactNode, useMemo } from 'react'
import type { ReportTable } from '../../../report/table.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import './data-table.css'
import { StaticGrid } from './static-grid.tsx'
import { usePrinting } from '../browser-hooks.ts'
import { useTableModel } from './use-table-model.ts'
import { VirtualGrid } from './virtual-grid.tsx'

const MAX_STATIC_CELLS = 2000

type Props = {
  readonly table: ReportTable
  /** The table's accessible name, equal to the title of its card. */
  readonly caption: string
  /** New data is loading; the current data stays visible. */
  readonly busy: boolean
  /** Arranges the Columns menu and the table; by default the menu is above the table. */
  readonly renderFrame?: (menu: ReactNode, grid: ReactNode) => ReactNode
}

const above = (menu: ReactNode, grid: ReactNode) => (
  <div className="min-w-0">
    <div className="flex justify-end px-2 py-1">{menu}</div>
    {grid}
  </div>
)

/**
 * A report's table: sorts by any column, hides columns, keeps header, first column and total row in view. Of a table
 * with very many cells only the visible part is rendered, but it is printed whole.
 */
export const DataTable = ({ table, caption, busy, renderFrame = above }: Props) => {
  const { rows, visible, all, showAll } = useTableModel(table)
  const printing = usePrinting()
  const labels = useMemo(() => table.columns.map(({ label }) => label), [table])
  const isVirtual = rows.length * visible.length > MAX_STATIC_CELLS && !printing
  const grid = { table, rows, visible, caption, busy }
  return renderFrame(
    <ColumnsMenu columns={all.slice(1)} labels={labels} onShowAll={showAll} />,
    isVirtual ? <VirtualGrid {...grid} /> : <StaticGrid {...grid} />,
  )
}
