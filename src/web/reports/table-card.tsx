import type { Labels } from '../../report/labels.ts'
import type { LoadedReport } from '../machines/report-context.ts'
import { Card } from '../components/card.tsx'
import { DataTable } from '../components/data-table/data-table.tsx'
import { MessagePanel } from '../components/messages.tsx'

type Props = { readonly loaded: LoadedReport; readonly labels: Labels; readonly isBusy: boolean }

/** The loaded table, or the message that its period is empty. */
export const TableCard = ({ loaded, labels, isBusy }: Props) => {
  if (loaded.table.rows.length === 0) return <MessagePanel icon="table" text={labels.empty} />
  return (
    <DataTable
      table={loaded.table}
      caption={labels.tableTitle}
      busy={isBusy}
      renderFrame={(menu, grid) => (
        <Card
          title={labels.tableTitle}
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
