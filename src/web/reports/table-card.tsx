import type { Labels } from '../../report/labels.ts'
import type { LoadedReport } from '../machines/report-machine.ts'
import { Card } from '../components/card.tsx'
import { DataTable } from '../components/data-table/data-table.tsx'
import { MessagePanel } from '../components/message-panel.tsx'

type Props = { readonly held: LoadedReport; readonly names: Labels; readonly isBusy: boolean }

/** The table of what is held, or the sentence that says which period is empty. */
export const TableCard = ({ held, names, isBusy }: Props) => {
  if (held.table.rows.length === 0) return <MessagePanel icon="table" text={names.empty} />
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
