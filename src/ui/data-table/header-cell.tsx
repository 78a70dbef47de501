import type { ModelColumn } from './use-table-model.ts'

const SORTED = { asc: 'ascending', desc: 'descending' } as const

type Props = {
  readonly column: ModelColumn
  readonly label: string
  /** Given where not every column is in the document. */
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
