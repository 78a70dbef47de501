import { type ReactNode, useId } from 'react'
import './resource-table.css'
import { classNames, Icon, type IconName } from './icon.tsx'
import { formatUtc, Skeleton } from './page.tsx'

export type RecordColumn<R> = {
  readonly header: string
  /** `headId` is the id of the row's header, which describes the row's buttons. */
  readonly cell: (record: R, headId: string) => ReactNode
  readonly isNarrow?: boolean
  readonly className?: string
  /** Contains controls, which are not printed. */
  readonly isScreenOnly?: boolean
}

type TableProps<R extends { readonly id: number | string }> = {
  readonly label: string
  readonly columns: readonly RecordColumn<R>[]
  readonly records: readonly R[]
  readonly current?: R['id'] | undefined
  /** Whether nothing in it takes the focus, so that it scrolls by keyboard only if it does. */
  readonly isStill?: boolean
}

const CELL = 'h-8 px-2 py-1 text-left first:pl-4 last:pr-4 xl:px-4'

const STICKY_START = 'sticky left-0 z-10 max-w-40 bg-surface font-medium md:max-w-72'
const ROW_STATE = 'group-hover:bg-sunken group-aria-[current=true]:bg-accent-tint'

/** Row actions stay in view when the table scrolls. */
const STICKY_END = 'sticky right-0 z-10 bg-surface shadow-[inset_1px_0_0_var(--color-line)]'

/**
 * Records as rows; the first column heads its row and stays in view when the table scrolls, as do the actions. On a narrow
 * screen each record is a list of the cells that say something. Without records the headings are for screen readers only.
 */
export const ResourceTable = <R extends { readonly id: number | string }>(props: TableProps<R>) => {
  const { label, columns, records, current, isStill = false } = props
  const id = useId()
  return (
    <div
      className={records.length === 0 ? 'sr-only' : 'record-table overflow-x-auto'}
      {...(isStill && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      <table aria-label={label} className="w-full">
        <thead>
          <tr className="text-sm text-soft">
            {columns.map((column, index) => (
              <th
                key={column.header}
                scope="col"
                data-screen-only={column.isScreenOnly}
                className={classNames(
                  CELL,
                  'whitespace-nowrap font-medium',
                  index === 0 && 'sticky left-0 z-10 bg-surface',
                  column.isScreenOnly === true && STICKY_END,
                  column.isNarrow === true && 'w-px',
                  column.className,
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr
              key={record.id}
              aria-current={record.id === current ? 'true' : undefined}
              className="group hover:bg-sunken aria-[current=true]:bg-accent-tint"
            >
              {columns.map(({ header, cell, isScreenOnly, className }, index) => {
                const headId = `${id}-${record.id}`
                const Cell = index === 0 ? 'th' : 'td'
                const content = cell(record, headId)
                const isNothing = content === 'None' || content === '0'
                return (
                  <Cell
                    key={header}
                    {...(index === 0 && { scope: 'row', id: headId })}
                    data-screen-only={isScreenOnly}
                    data-header={header}
                    data-nothing={isNothing || undefined}
                    className={classNames(
                      CELL,
                      'break-words',
                      index === 0 ? `${STICKY_START} ${ROW_STATE}` : 'max-w-md',
                      isNothing && 'text-faint',
                      className,
                      isScreenOnly && `${STICKY_END} ${ROW_STATE}`,
                    )}
                  >
                    {content}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const ResourceTableSkeleton = () => (
  <div aria-busy="true" className="flex animate-appear-late flex-col gap-3 p-4">
    <span className="sr-only">Loading list</span>
    {Array.from({ length: 10 }, (_, row) => (
      <Skeleton key={row} className="h-5" />
    ))}
  </div>
)

/** The icons of actions, which load with the first list. */
const actionPaths = {
  edit: 'M3 13l.6-2.8 7-7 2.2 2.2-7 7ZM9.4 4.4l2.2 2.2',
  trash: 'M3 4.5h10M6.3 4.5V3h3.4v1.5M4.3 4.5l.6 9h6.2l.6-9M6.8 7v4M9.2 7v4',
  key: 'M5.3 7.7a3 3 0 1 0 0 5.9 3 3 0 0 0 0-5.9ZM7.4 8.6l6-6M11.4 4.6l1.8 1.8',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2v9.6L12.5 8Z',
  send: 'M1.8 8 14 2.2 10.6 13.6 7.4 8.8ZM7.4 8.8 14 2.2',
}
type ActionIcon = keyof typeof actionPaths

const isActionIcon = (icon: IconName | ActionIcon): icon is ActionIcon => icon in actionPaths

type RowAction<R> = {
  readonly icon: IconName | ActionIcon
  readonly label: string
  readonly danger?: boolean
  /** Of which records; by default of all. */
  readonly isOffered?: (record: R) => boolean
  readonly onClick: (record: R) => void
}

/** Returns the column of the buttons of a row; the row's header describes each. */
export const createActionsColumn = <R,>(actions: readonly RowAction<R>[]): RecordColumn<R> => ({
  header: 'Actions',
  isNarrow: true,
  isScreenOnly: true,
  cell: (record, headId) => (
    <div className="-ml-1.5 flex gap-1">
      {actions
        .filter(({ isOffered }) => isOffered?.(record) ?? true)
        .map(({ icon, label, danger = false, onClick }) => (
          <button
            key={label}
            type="button"
            title={label}
            aria-describedby={headId}
            onClick={() => onClick(record)}
            className={classNames(
              'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-control px-1.5 text-sm text-soft transition-colors hover:bg-sunken',
              danger ? 'hover:text-bad' : 'hover:text-ink',
            )}
          >
            <Icon {...(isActionIcon(icon) ? { path: actionPaths[icon] } : { name: icon })} />
            {/* The names of three would hide columns. */}
            <span className={actions.length > 2 ? 'md:max-xl:sr-only' : undefined}>{label}</span>
          </button>
        ))}
    </div>
  ),
})

type MomentProps = {
  /** A time in ISO form; null or empty if there is none. */
  readonly at: string | null
  readonly none?: string
}

/** Shows a time to the minute in UTC, which the heading of its column names; the seconds are its tooltip. */
export const Moment = ({ at, none = '' }: MomentProps) => {
  if (at === null || Number.isNaN(Date.parse(at))) return <span className="text-faint">{none}</span>
  return (
    <time
      dateTime={at}
      title={at.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC')}
      className="whitespace-nowrap"
    >
      {formatUtc(new Date(at)).replace(' UTC', '')}
    </time>
  )
}
