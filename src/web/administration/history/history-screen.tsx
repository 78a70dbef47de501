import { MAX_COUNTED } from '../../../../schemas/api/audit-event.ts'
import { HistoryEvent, listChanges } from '../../../../schemas/api/history-event.ts'
import { describeEvent } from '../../../../schemas/api/history-words.ts'
import { AdministrationPage } from '../administration-page.tsx'
import { type Paging, RecordListCard, usePagedList } from '../record-list.tsx'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Moment, type RecordColumn } from '../../kit/resource-table.tsx'
import { useBanner } from '../../contexts/use-banner.ts'
import { useHistoryAddress } from './history-address.ts'
import { HistoryFilters } from './history-filters.tsx'

const EVENTS = { path: '/v1/audit-events', schema: HistoryEvent }

/** `/roles/history`: who did what when, newest first. The address has the filters and the page. */
const HistoryScreen = () => {
  const banner = useBanner(5_000)
  const list = usePagedList(EVENTS, {}, useHistoryAddress())
  const { before: _before, ...filter } = list.filter
  const isFiltered = Object.keys(list.filter).length > 0
  const { total, page, pages } = list.paging
  const last = total > MAX_COUNTED && page === pages - 1 ? list.records.at(-1) : undefined
  return (
    <AdministrationPage title="History" banner={banner}>
      <Card className="print:hidden">
        <HistoryFilters key={JSON.stringify(filter)} value={filter} onApply={list.setFilter} />
      </Card>
      <RecordListCard
        title="Who did what"
        list={list}
        summary={summarize}
        tools={
          last && (
            <Button onClick={() => list.setFilter({ ...filter, before: String(last.id) })}>
              Older entries
            </Button>
          )
        }
        columns={COLUMNS}
        none={isFiltered ? 'Nothing matches the filters.' : undefined}
      />
    </AdministrationPage>
  )
}

export default HistoryScreen

const summarize = ({ from, to, total }: Paging): string =>
  `Showing ${from} to ${to} of ${total > MAX_COUNTED ? `more than ${MAX_COUNTED}` : total} entries`

const formatPerson = (actor: string | null) => actor ?? <span className="text-faint">unknown</span>

const COLUMNS: readonly RecordColumn<HistoryEvent>[] = [
  {
    header: 'Time (UTC)',
    isNarrow: true,
    cell: ({ at, actor }) => (
      // On phones the time is on two lines, with the person below.
      <div className="max-sm:w-24 max-sm:py-1 max-sm:*:whitespace-normal">
        <Moment at={at} />
        <span className="block font-normal sm:hidden">{formatPerson(actor)}</span>
      </div>
    ),
  },
  {
    header: 'Person',
    isNarrow: true,
    className: 'max-sm:hidden',
    cell: ({ actor }) => formatPerson(actor),
  },
  {
    header: 'Action',
    cell: (event) => (
      <div className="py-1">
        <p className="min-w-0 max-sm:max-w-[calc(100vw-192px)]">{describeEvent(event)}</p>
        <EventDetails event={event} />
      </div>
    ),
  },
  { header: 'Address', isNarrow: true, cell: ({ address }) => address ?? '' },
]

const CHANGE_CELL = 'px-2 first:pl-0 py-1 text-left align-top break-words'

/** What an event changed, before and after, and the id of its request, which the log has as well. */
const EventDetails = ({ event }: { readonly event: HistoryEvent }) => {
  const changes = listChanges(event)
  if (changes.length === 0 && !event.requestId) return null
  return (
    <details className="text-sm text-soft">
      <summary className="w-fit rounded-control hover:text-ink">Details</summary>
      {changes.length > 0 && (
        <table aria-label="Changes" className="mt-1 w-full min-w-80 border-collapse">
          <thead>
            <tr className="border-b text-sm text-soft">
              {['Field', 'Before', 'After'].map((header) => (
                <th key={header} scope="col" className={`${CHANGE_CELL} font-medium`}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }, row) => (
              <tr key={row} className="border-b last:border-b-0">
                <th scope="row" className={`${CHANGE_CELL} font-medium`}>
                  {label}
                </th>
                <td className={CHANGE_CELL}>{before || 'empty'}</td>
                <td className={CHANGE_CELL}>{after || 'empty'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {event.requestId && <p className="mt-1 break-all">Request {event.requestId}</p>}
    </details>
  )
}
