import { type ReactNode, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { explainBlanks, type ReportTable } from '../../../report/report-table.ts'
import './data-table.css'
import { usePrinting } from '../browser-hooks.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { whenIdle } from '../lazy-loading.tsx'
import { Remarks } from '../messages.tsx'
import { notify } from '../toaster.tsx'
import type { ColumnsPanelProps } from './columns-panel.tsx'
import { type GridProps, StaticGrid } from './static-grid.tsx'
import { loadedParts, shownTables, tableExtras } from './table-parts.ts'
import { type KeptArrangement, useTableModel } from './use-table-model.ts'
import { isLarge, virtualGrid } from './virtual-grid-loader.ts'

type Props = {
  readonly table: ReportTable
  /** The table's accessible name, equal to the title of its card. */
  readonly caption: string
  /** New data is loading; the current data stays visible. */
  readonly busy: boolean
  /** The arrangement that the caller keeps; without it the table keeps its own. */
  readonly kept?: KeptArrangement
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
export const DataTable = ({ table, caption, busy, kept, renderFrame = above }: Props) => {
  const { rows, visible, hidden, choose } = useTableModel(table, kept)
  const printing = usePrinting()
  const box = useRef<HTMLDivElement>(null)
  const grid = { table, rows, visible, caption, busy, box }
  useCells(grid)
  const isVirtual = isLarge(rows.length, visible.length)
  const Grid = (printing ? loadedParts.Printed : isVirtual ? virtualGrid.Component : null) ?? StaticGrid
  const menu = { table, hidden, onChoose: choose }
  return renderFrame(
    <>
      <CopyButton box={box} />
      <ColumnsMenu {...menu} />
    </>,
    <>
      {printing && loadedParts.Printed === null && <p>{NOT_PREPARED}</p>}
      <Grid {...grid} />
      <Remarks
        texts={explainBlanks(
          visible.flatMap(({ columnDef: { meta } }) => table.columns[meta?.index ?? -1] ?? []),
        )}
        className="px-4 py-2"
      />
    </>,
  )
}

/** Makes a table known to the code that selects, copies and explains, and loads that code when the page is idle. */
function useCells(grid: GridProps): void {
  useLayoutEffect(() => {
    if (grid.box.current !== null) shownTables.set(grid.box.current, grid)
  })
  useEffect(() => whenIdle(() => void tableExtras.preload().catch(() => undefined)), [])
}

const NOT_PREPARED = 'This page was not ready to be printed: columns can be missing. Print it again.'
const COPY_FAILED = 'The table could not be copied. Select cells and press Ctrl+C.'

/** Copies the selected cells, or the table as it is shown. */
const CopyButton = ({ box }: Pick<GridProps, 'box'>) => (
  <Button
    variant="quiet"
    size="small"
    title="Copy the table, or the selected cells, for a spreadsheet. Shift+click selects columns."
    onClick={() =>
      void tableExtras
        .preload()
        .then(() => loadedParts.copy?.(box.current))
        .catch(() => notify(COPY_FAILED))
    }
  >
    Copy
  </Button>
)

/** A menu with a checkbox per column that shows or hides it. */
const ColumnsMenu = (props: Omit<ColumnsPanelProps, 'id'>) => {
  const { table, hidden } = props
  const { columns } = table
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  const isChanged = columns.some((column) => hidden.has(column.id) !== column.hidden)
  return (
    <div data-screen-only>
      <Button variant="quiet" size="small" popoverTarget={id} onClick={() => setOpened(true)}>
        Columns
        {isChanged && (
          <span className="text-accent">
            {columns.length - hidden.size}
            <span aria-hidden="true">/</span>
            <span className="sr-only"> of </span>
            {columns.length}
          </span>
        )}
        <Icon name="chevron" />
      </Button>
      {isOpened && (
        <Suspense>
          <tableExtras.Component id={id} {...props} />
        </Suspense>
      )}
    </div>
  )
}
