import type { Names } from '../../engine/names.ts'
import type { Held } from '../../machines/report-machine.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'

type Props = { readonly held: Held; readonly names: Names; readonly isBusy: boolean }

/** The table of what is held, or the sentence that says which period is empty (R55). */
export const TableCard = ({ held, names, isBusy }: Props) => {
  if (held.table.rows.length === 0) return <Notice icon="table" text={names.empty} />
  return (
    <DataTable
      table={held.table}
      caption={names.tableTitle}
      busy={isBusy}
      renderFrame={(menu, grid) => (
        <Card
          title={names.tableTitle}
          actions={
            <>
              {isBusy && <span className="text-sm text-soft">Loading...</span>}
              {menu}
            </>
          }
          busy={isBusy}
          flush
        >
          {grid}
        </Card>
      )}
    />
  )
}
