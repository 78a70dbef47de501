import { type ToggleEvent, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import type { ModelColumn } from './use-table-model.ts'

type Props = {
  /** The columns that can be hidden. */
  readonly columns: readonly ModelColumn[]
  readonly labels: readonly string[]
  readonly onShowAll: () => void
}

/** A menu with a checkbox per column that shows or hides it. */
export const ColumnsMenu = ({ columns, labels, onShowAll }: Props) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const hidden = columns.filter((column) => !column.getIsVisible()).length

  const positionPanel = ({ currentTarget, newState }: ToggleEvent<HTMLFieldSetElement>) => {
    const anchor = button.current?.getBoundingClientRect()
    if (newState !== 'open' || anchor === undefined) return
    currentTarget.style.top = `${anchor.bottom + scrollY + 4}px`
    currentTarget.style.right = `${Math.max(8, document.documentElement.clientWidth - anchor.right)}px`
  }

  return (
    <div data-screen-only>
      <Button ref={button} variant="quiet" size="small" popoverTarget={id} onClick={() => setOpened(true)}>
        Columns
        {hidden > 0 && (
          <span className="text-accent">
            {columns.length - hidden}
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
          columns.map((column, index) => (
            <label
              key={column.id}
              className="flex cursor-pointer items-center gap-2 rounded-control px-2 py-1 hover:bg-sunken"
            >
              <input
                type="checkbox"
                className="accent-accent"
                checked={column.getIsVisible()}
                onChange={() => column.toggleVisibility()}
              />
              <span className="truncate" title={labels[index]}>
                {labels[index]}
              </span>
            </label>
          ))}
        {hidden > 0 && (
          <Button variant="quiet" size="small" className="mt-1 w-full" onClick={onShowAll}>
            Show all columns
          </Button>
        )}
      </fieldset>
    </div>
  )
}
