import { memo, useMemo } from 'react'
import type { ReportTable } from '../../../report/table.ts'
import { HeaderCell, renderCells, getRowClass, renderRowHeader } from './cells.tsx'
import type { ModelColumn, ModelRow } from './use-table-model.ts'

export type GridProps = {
  readonly table: ReportTable
  readonly rows: readonly ModelRow[]
  /** The key's column first. */
  readonly visible: readonly ModelColumn[]
  readonly caption: string
  readonly busy: boolean
}

const Body = memo(({ rows, visible }: Pick<GridProps, 'rows' | 'visible'>) => {
  const numbers = visible.slice(1)
  return (
    <tbody>
      {rows.map(({ id, original }) => (
        <tr key={id} className={getRowClass(original)}>
          {renderRowHeader(original)}
          {renderCells(original.values, numbers)}
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
        <Body rows={rows} visible={visible} />
        {table.total !== null && (
          <tfoot>
            <tr>
              <th scope="row">{table.total.label}</th>
              {renderCells(table.total.values, visible.slice(1))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
