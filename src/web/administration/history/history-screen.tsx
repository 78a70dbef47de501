import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import { MAX_COUNTED } from '../../../../schemas/api/audit-event.ts'
import { HistoryEvent } from '../../../../schemas/api/history-event.ts'
import { describeEvent } from '../../../../schemas/api/history-words.ts'
import { buildActionTexts } from '../error-messages.ts'
import { type Paging, RecordListCard, usePagedList } from '../record-list.tsx'
import { useConfirmedAction, useFileExport } from '../record-mutations.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Moment, type RecordColumn } from '../../kit/resource-table.tsx'
import { useHistoryAddress } from './history-address.ts'
import { EventDetails } from './event-details.tsx'
import { HistoryFilters } from './history-filters.tsx'

const EVENTS = { path: '/v1/audit-events', schema: HistoryEvent }

/** Shows `/roles/history`: who did what when, newest first. The address has the filters and the page. */
const HistoryScreen = () => {
  const api = useApi()
  const list = usePagedList(EVENTS, {}, useHistoryAddress())
  const { before: _before, ...filter } = list.filter
  const undo = useConfirmedAction<HistoryEvent>({
    run: ({ id }) => api.post(`/v1/audit-events/${id}/undo`, { schema: AnyEnvelope }),
    texts: buildActionTexts('Change undone', 'undoing the change'),
    ask: (event) => ({
      question: 'Undo this change?',
      confirmLabel: 'Undo',
      detail: `${describeEvent(event)}. The state before it is stored again, as a change of yours.`,
    }),
  })
  const saving = useFileExport('history', async () => {
    const { ok, statusText, bytes } = await api.download('/v1/audit-events/export', { query: filter })
    if (!ok) throw new Error(statusText)
    return bytes
  })
  const isFiltered = Object.keys(list.filter).length > 0
  const { total, page, pages } = list.paging
  const last = total > MAX_COUNTED && page === pages - 1 ? list.records.at(-1) : undefined
  return (
    <>
      <Card className="print:hidden">
        <HistoryFilters key={JSON.stringify(filter)} value={filter} onApply={list.setFilter} />
      </Card>
      <RecordListCard
        title="Who did what"
        list={list}
        summary={summarize}
        tools={
          <>
            <Button size="small" busy={saving.isPending} onClick={() => saving.mutate()}>
              Export CSV
            </Button>
            {last && (
              <Button onClick={() => list.setFilter({ ...filter, before: String(last.id) })}>
                Older entries
              </Button>
            )}
          </>
        }
        columns={historyColumns(undo.request)}
        none={isFiltered ? 'Nothing matches the filters.' : undefined}
      />
      {undo.dialog}
    </>
  )
}

export default HistoryScreen

const summarize = ({ from, to, total }: Paging): string =>
  `Showing ${from} to ${to} of ${total > MAX_COUNTED ? `more than ${MAX_COUNTED}` : total} entries`

const historyColumns = (onUndo: (event: HistoryEvent) => void): readonly RecordColumn<HistoryEvent>[] => [
  { header: 'Time (UTC)', isNarrow: true, cell: ({ at }) => <Moment at={at} /> },
  {
    header: 'Person',
    isNarrow: true,
    cell: ({ actor }) => actor ?? <span className="text-faint">unknown</span>,
  },
  {
    header: 'Action',
    cell: (event) => (
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p>{describeEvent(event)}</p>
        <EventDetails event={event} onUndo={onUndo} />
      </div>
    ),
  },
  { header: 'Address', isNarrow: true, cell: ({ address }) => address ?? '' },
]
