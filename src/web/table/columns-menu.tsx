import { Suspense, useEffect } from 'react'
import { usePopover } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { lazyWithPreload, whenIdle } from '../kit/lazy-loading.tsx'
import type { ColumnsPanelProps } from './columns-panel.tsx'

/** Loads when the page is idle. */
export const columnsPanel = lazyWithPreload(() => import('./columns-panel.tsx'))

/** Shows a menu with a checkbox per column that shows or hides it, and a button that copies it. */
export const ColumnsMenu = (props: ColumnsPanelProps) => {
  const { table, hidden } = props
  const { columns } = table
  const { isOpened, button, panel } = usePopover({ align: 'right', width: 320 })
  useEffect(() => whenIdle(() => void columnsPanel.preload().catch(() => undefined)), [])
  const isChanged = columns.some((column) => hidden.has(column.id) !== column.hidden)
  return (
    <div data-screen-only>
      <Button variant="quiet" size="small" {...button}>
        Columns
        {isChanged && (
          <span className="text-accent">
            {columns.length - hidden.size}/{columns.length}
          </span>
        )}
      </Button>
      <fieldset {...panel} aria-label="Columns" className={`${panel.className} w-80`}>
        {isOpened && (
          <Suspense>
            <columnsPanel.Component {...props} />
          </Suspense>
        )}
      </fieldset>
    </div>
  )
}
