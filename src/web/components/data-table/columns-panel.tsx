import { type ToggleEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import type { ReportTable, TableColumn } from '../../../report/report-table.ts'
import { findByName, LEAST_SEARCHED } from '../find-names.ts'

export type ColumnsPanelProps = {
  readonly id: string
  readonly table: ReportTable
  /** The ids of the columns that are not shown. */
  readonly hidden: ReadonlySet<string>
  /** Shows the columns that fulfil a condition, and hides the others. */
  readonly onChoose: (isChosen: (column: TableColumn) => boolean) => void
}

const positionPanel = ({ currentTarget, newState }: ToggleEvent<HTMLFieldSetElement>) => {
  const anchor = currentTarget.previousElementSibling?.getBoundingClientRect()
  if (newState !== 'open' || anchor === undefined) return
  currentTarget.style.top = `${anchor.bottom + scrollY + 4}px`
  const { clientWidth } = document.documentElement
  // At least 8px from both sides of the page; the panel is 256px wide.
  currentTarget.style.right = `${Math.max(8, Math.min(clientWidth - anchor.right, clientWidth - 264))}px`
}

/** A checkbox per column that shows or hides it, below the button before it. Opens once it is there. */
const ColumnsPanel = ({ id, table: { columns }, hidden, onChoose }: ColumnsPanelProps) => {
  const panel = useRef<HTMLFieldSetElement>(null)
  const [term, setTerm] = useState('')
  const found = findByName(columns, ({ label }) => label, term)
  const isPart = found.length > 0 && found.length < columns.length
  useEffect(() => {
    // The click that rendered the panel opens it as well, unless the code was not loaded yet.
    const timer = setTimeout(() => {
      if (panel.current?.matches(':popover-open') === false) panel.current.showPopover()
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <fieldset
      ref={panel}
      id={id}
      popover="auto"
      aria-label="Columns"
      onBeforeToggle={positionPanel}
      className="absolute inset-auto m-0 max-h-80 w-64 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card bg-raised p-1 text-ink shadow-float"
    >
      {columns.length >= LEAST_SEARCHED && (
        <input
          type="search"
          aria-label="Search columns"
          placeholder="Search columns"
          value={term}
          onChange={({ target }) => setTerm(target.value)}
          className="h-8 w-full rounded-control border bg-surface px-2"
        />
      )}
      {found.length === 0 && <p className="px-2 py-1 text-sm text-faint">No column matches.</p>}
      {found.map(({ id: column, label }) => (
        <label
          key={column}
          className="flex cursor-pointer items-center gap-2 rounded-control px-2 py-1 hover:bg-sunken"
        >
          <input
            type="checkbox"
            className="accent-accent"
            checked={!hidden.has(column)}
            onChange={() => onChoose((other) => hidden.has(other.id) === (other.label === label))}
          />
          <span className="truncate" title={label}>
            {label}
          </span>
        </label>
      ))}
      {isPart && (
        <Choice text="Show only these" onClick={() => onChoose((column) => found.includes(column))} />
      )}
      {hidden.size > 0 && <Choice text="Show all columns" onClick={() => onChoose(() => true)} />}
      {hidden.size === 0 && columns.some((column) => column.hidden) && (
        <Choice text="Show usual columns" onClick={() => onChoose((column) => !column.hidden)} />
      )}
      {columns.length >= LEAST_SEARCHED && hidden.size < columns.length && (
        <Choice text="Hide all columns" onClick={() => onChoose(() => false)} />
      )}
    </fieldset>
  )
}

const Choice = ({ text, onClick }: { readonly text: string; readonly onClick: () => void }) => (
  <Button variant="quiet" size="small" className="mt-1 w-full" onClick={onClick}>
    {text}
  </Button>
)

export default ColumnsPanel
