import { memo, useMemo } from 'react'
import { formatNumber } from '../../../report/format.ts'
import type { ReportTable, TableRow } from '../../../report/table.ts'
import type { ModelColumn, ModelRow } from './use-table-model.ts'

export type GridProps = {
  readonly table: ReportTable
  readonly rows: readonly ModelRow[]
  /** The key's column first. */
  readonly visible: readonly ModelColumn[]
  readonly caption: string
  readonly busy: boolean
}

const Body = memo(({ table, rows, visible }: Pick<GridProps, 'table' | 'rows' | 'visible'>) => {
  const numbers = visible.slice(1)
  return (
    <tbody>
      {rows.map(({ id, original }) => (
        <tr key={id} className={getRowClass(original)}>
          {renderRowHeader(original)}
          {renderCells(table, original.values, numbers)}
        </tr>
      ))}
    </tbody>
  )
})

/** Renders every row and column: for small tables and for printing. */
export const StaticGrid = ({ table, rows, visible, caption, busy }: GridProps) => {
  const labels = useMemo(() => [table.keyLabel, ...table.columns.map(({ label }) => label)], [table])
  return (
    <div className="data-table-box">
      <table aria-label={caption} aria-busy={busy} className="data-table">
        <thead>
          <tr>
            {visible.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                label={labels[(column.columnDef.meta?.index ?? 0) + 1] ?? ''}
              />
            ))}
          </tr>
        </thead>
        <Body table={table} rows={rows} visible={visible} />
        {table.total !== null && (
          <tfoot>
            <tr>
              <th scope="row">{table.total.label}</th>
              {renderCells(table, table.total.values, visible.slice(1))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const noValue = <span className="sr-only">no value</span>

/** The cells of one row, as elements: a component per cell would cost more than the cell. */
export function renderCells(
  table: ReportTable,
  values: readonly (number | null)[],
  columns: readonly ModelColumn[],
  from?: number,
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
        {value === null ? noValue : formatNumber(value, table.columns[at]?.format)}
      </td>
    )
  })
}

/** The row's header. A row without a record is marked for screen readers, too. */
export const renderRowHeader = ({ label, hasRecord }: TableRow, position?: number) => (
  <th scope="row" title={label} aria-colindex={position}>
    {label}
    {!hasRecord && <span className="sr-only"> no record</span>}
  </th>
)

export const getRowClass = ({ hasRecord }: TableRow) => (hasRecord ? undefined : 'unrecorded')

const SORTED = { asc: 'ascending', desc: 'descending' } as const

type HeaderCellProps = {
  readonly column: ModelColumn
  readonly label: string
  /** Set if not every column is in the document. */
  readonly position?: number | undefined
}

/** A column's header: a button that sorts ascending, then descending, then not at all. */
export const HeaderCell = ({ column, label, position }: HeaderCellProps) => {
  const sorted = column.getIsSorted()
  return (
    <th scope="col" aria-sort={sorted === false ? 'none' : SORTED[sorted]} aria-colindex={position}>
      <button type="button" title={label} onClick={() => column.toggleSorting()}>
        {label}
      </button>
    </th>
  )
}
