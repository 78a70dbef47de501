import { formatNumber } from '../../../report/format.ts'
import type { TableRow } from '../../../report/table.ts'
import type { ModelColumn } from './use-table-model.ts'

/** The cells of one row, as elements: a component per cell would cost more than the cell. */
export function renderCells(values: readonly number[], columns: readonly ModelColumn[], from?: number) {
  return columns.map(({ id, columnDef: { meta } }, index) => {
    const value = values[meta?.index ?? 0] ?? 0
    return (
      <td
        key={id}
        className={value === 0 ? 'zero' : meta?.role === 'total' ? 'sum' : undefined}
        aria-colindex={from === undefined ? undefined : from + index}
      >
        {formatNumber(value)}
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

type Props = {
  readonly column: ModelColumn
  readonly label: string
  /** Set if not every column is in the document. */
  readonly position?: number | undefined
}

/** A column's header: a button that sorts ascending, then descending, then not at all. */
export const HeaderCell = ({ column, label, position }: Props) => {
  const sorted = column.getIsSorted()
  return (
    <th scope="col" aria-sort={sorted === false ? 'none' : SORTED[sorted]} aria-colindex={position}>
      <button type="button" title={label} onClick={() => column.toggleSorting()}>
        {label}
      </button>
    </th>
  )
}
