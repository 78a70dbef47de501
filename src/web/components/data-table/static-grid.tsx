import { memo, type ReactNode, type RefObject, useId, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { formatNumber } from '../../../report/format.ts'
import { groupHeaders, type HeaderGroup } from '../../../report/header-groups.ts'
import { getLinkUrl, type LinkPlan } from '../../../report/links.ts'
import type { ReportTable, TableColumn, TableRow } from '../../../report/report-table.ts'
import type { ModelColumn, ModelRow } from './use-table-model.ts'

export type GridProps = {
  readonly table: ReportTable
  readonly rows: readonly ModelRow[]
  /** The key's column first. */
  readonly visible: readonly ModelColumn[]
  readonly caption: string
  readonly busy: boolean
  /** The element that scrolls. */
  readonly box: RefObject<HTMLDivElement | null>
}

const Body = memo(({ table, rows, visible }: Pick<GridProps, 'table' | 'rows' | 'visible'>) => {
  const numbers = visible.slice(1)
  return (
    <tbody>
      {rows.map(({ id, original }) => (
        <tr key={id} className={getRowClass(original)}>
          {renderRowHeader(table, original)}
          {renderCells(table, original.values, numbers, { row: original })}
        </tr>
      ))}
    </tbody>
  )
})

/** Renders every row and column: for small tables and for printing. */
export const StaticGrid = ({ table, rows, visible, caption, busy, box }: GridProps) => {
  const labels = useMemo(() => [table.keyLabel, ...table.columns.map(getHeading)], [table])
  const groups = findGroups(table, visible.slice(1))
  const footer = listFooter(table)
  return (
    <div ref={box} className="data-table-box">
      <table aria-label={caption} aria-busy={busy} className="data-table">
        {groups.length > 0 && <colgroup />}
        {groups.map(({ start, count }) => (
          <colgroup key={start} span={count} />
        ))}
        <thead>
          {renderGroups(groups)}
          <tr>
            {visible.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                label={labels[(column.columnDef.meta?.index ?? 0) + 1] ?? ''}
                description={table.columns[column.columnDef.meta?.index ?? 0]?.description}
              />
            ))}
          </tr>
        </thead>
        <Body table={table} rows={rows} visible={visible} />
        {footer.length > 0 && (
          <tfoot>
            {footer.map(({ label, values, columns }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {renderCells({ ...table, columns }, values, visible.slice(1))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** The total, and the comparison with an earlier period. */
export const listFooter = ({ total, columns, comparison }: ReportTable) => [
  ...(total === null ? [] : [{ ...total, columns }]),
  ...(comparison?.lines ?? []),
]

/** The label at a column's header, below the one that it shares. */
export const getHeading = ({ header, label }: TableColumn): string => header?.label ?? label

/** The headers above those of these columns. */
export const findGroups = ({ columns }: ReportTable, visible: readonly ModelColumn[]) =>
  groupHeaders(visible.flatMap(({ columnDef: { meta } }) => columns[meta?.index ?? -1] ?? []))

const noHeader = null

/** Where the text of a shared header begins while the table is scrolled. */
const measureKey = (cell: HTMLElement | null) => {
  cell?.parentElement?.style.setProperty('--key-width', `${cell.offsetWidth}px`)
}

/** The row above the headers; `from` is the position of the first column if not every column is in the document. */
export const renderGroups = (groups: readonly HeaderGroup[], filler?: ReactNode, from?: number) =>
  groups.length > 0 && (
    <tr className="groups" aria-rowindex={from === undefined ? undefined : 1}>
      <td ref={measureKey}>{noHeader}</td>
      {filler}
      {groups.map(({ text, start, count }) =>
        text === null ? (
          <td key={start} colSpan={count}>
            {noHeader}
          </td>
        ) : (
          <th
            key={start}
            scope="colgroup"
            colSpan={count}
            title={text}
            aria-colindex={from === undefined ? undefined : from + start}
          >
            <span>{text}</span>
          </th>
        ),
      )}
    </tr>
  )

const noValue = <span className="sr-only">no value</span>

/** The cells of one row, as elements: a component per cell would cost more than the cell. */
export function renderCells(
  table: ReportTable,
  values: readonly (number | null)[],
  columns: readonly ModelColumn[],
  /** The row, for links; `from` is the position of the first column if not every column is in the document. */
  { row, from }: { readonly row?: TableRow; readonly from?: number } = {},
) {
  return columns.map(({ id, columnDef: { meta } }, index) => {
    const at = meta?.index ?? 0
    const value = values[at] ?? null
    return (
      <td
        key={id}
        className={value === 0 ? 'zero' : meta?.role === 'total' ? 'sum' : undefined}
        aria-colindex={from === undefined ? undefined : from + index}
      >
        {value === null ? noValue : renderNumber(table, at, value, row)}
      </td>
    )
  })
}

/** The row's header. A row without a record says so, on narrow screens to screen readers only. */
export const renderRowHeader = (table: ReportTable, row: TableRow, position?: number) => (
  <th scope="row" title={row.hasRecord ? row.label : `${row.label}: no record`} aria-colindex={position}>
    {renderLink(table, table.link, row, row.label)}
    {!row.hasRecord && <span> no record</span>}
  </th>
)

function renderNumber(table: ReportTable, index: number, value: number, row: TableRow | undefined) {
  const column = table.columns[index]
  const text = formatNumber(value, column?.format)
  return row && column?.link ? renderLink(table, column.link, row, text) : text
}

/** The text, as a link if the row opens another report there. */
function renderLink({ keyKind }: ReportTable, link: LinkPlan | null, row: TableRow, text: string) {
  const url = getLinkUrl(link, keyKind, row)
  return url === null ? (
    text
  ) : (
    <Link to={url} title={link?.label}>
      {text}
    </Link>
  )
}

export const getRowClass = ({ hasRecord, isRest }: TableRow) =>
  isRest ? 'rest' : hasRecord ? undefined : 'unrecorded'

const SORTED = { asc: 'ascending', desc: 'descending' } as const

type HeaderCellProps = {
  readonly column: ModelColumn
  readonly label: string
  readonly description?: string | null | undefined
  /** Set if not every column is in the document. */
  readonly position?: number | undefined
}

/** A column's header: a button that sorts ascending, then descending, then not at all. */
export const HeaderCell = ({ column, label, description, position }: HeaderCellProps) => {
  const id = useId()
  const sorted = column.getIsSorted()
  return (
    <th scope="col" aria-sort={sorted === false ? 'none' : SORTED[sorted]} aria-colindex={position}>
      <button
        type="button"
        title={description ? undefined : label}
        aria-describedby={description ? id : undefined}
        onClick={() => column.toggleSorting()}
      >
        {label}
      </button>
      {description && (
        <span id={id} hidden>
          {description}
        </span>
      )}
    </th>
  )
}
