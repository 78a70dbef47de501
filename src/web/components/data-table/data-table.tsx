import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { explainBlanks, type ReportTable } from '../../../report/table.ts'
import './data-table.css'
import { usePrinting } from '../browser-hooks.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Remarks } from '../messages.tsx'
import { StaticGrid } from './static-grid.tsx'
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
  const { rows, visible, hidden, toggle, showAll, reset } = useTableModel(table, kept)
  const printing = usePrinting()
  useHeaderTips(table)
  const isVirtual = isLarge(rows.length, visible.length) && !printing
  const grid = { table, rows, visible, caption, busy }
  return renderFrame(
    <ColumnsMenu table={table} hidden={hidden} onToggle={toggle} onShowAll={showAll} onReset={reset} />,
    <>
      {isVirtual && virtualGrid.Component !== null ? (
        <virtualGrid.Component {...grid} />
      ) : (
        <StaticGrid {...grid} />
      )}
      <Remarks
        texts={explainBlanks(
          visible.flatMap(({ columnDef: { meta } }) => table.columns[meta?.index ?? -1] ?? []),
        )}
        className="px-4 py-2"
      />
    </>,
  )
}

/** Loads the code that shows descriptions of columns, if there are any; without it they are read aloud only. */
function useHeaderTips({ columns }: ReportTable): void {
  const isDescribed = columns.some(({ description }) => description !== null)
  useEffect(() => {
    if (!isDescribed) return
    import('./header-tips.ts').then(({ startHeaderTips }) => startHeaderTips()).catch(() => undefined)
  }, [isDescribed])
}

type ColumnsMenuProps = {
  readonly table: ReportTable
  /** The ids of the columns that are not shown. */
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (label: string) => void
  readonly onShowAll: () => void
  /** Shows the columns that are visible at first. */
  readonly onReset: () => void
}

/** A menu with a checkbox per column that shows or hides it. */
const ColumnsMenu = ({ table: { columns }, hidden, onToggle, onShowAll, onReset }: ColumnsMenuProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const isChanged = columns.some((column) => hidden.has(column.id) !== column.hidden)

  const positionPanel = ({ currentTarget, newState }: ToggleEvent<HTMLFieldSetElement>) => {
    const anchor = button.current?.getBoundingClientRect()
    if (newState !== 'open' || anchor === undefined) return
    currentTarget.style.top = `${anchor.bottom + scrollY + 4}px`
    const { clientWidth } = document.documentElement
    // At least 8px from both sides of the page; the panel is 256px wide.
    currentTarget.style.right = `${Math.max(8, Math.min(clientWidth - anchor.right, clientWidth - 264))}px`
  }

  return (
    <div data-screen-only>
      <Button ref={button} variant="quiet" size="small" popoverTarget={id} onClick={() => setOpened(true)}>
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
      <fieldset
        id={id}
        popover="auto"
        aria-label="Columns"
        onBeforeToggle={positionPanel}
        className="absolute inset-auto m-0 max-h-80 w-64 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card bg-raised p-1 text-ink shadow-float"
      >
        {opened &&
          columns.map(({ id: column, label }) => (
            <label
              key={column}
              className="flex cursor-pointer items-center gap-2 rounded-control px-2 py-1 hover:bg-sunken"
            >
              <input
                type="checkbox"
                className="accent-accent"
                checked={!hidden.has(column)}
                onChange={() => onToggle(label)}
              />
              <span className="truncate" title={label}>
                {label}
              </span>
            </label>
          ))}
        {(hidden.size > 0 || isChanged) && (
          <Button
            variant="quiet"
            size="small"
            className="mt-1 w-full"
            onClick={hidden.size > 0 ? onShowAll : onReset}
          >
            {hidden.size > 0 ? 'Show all columns' : 'Show usual columns'}
          </Button>
        )}
      </fieldset>
    </div>
  )
}
