import { useLocation, useNavigate } from 'react-router-dom'
import { HistoryEvent, listChanges } from '../../../schemas/api/history-event.ts'
import { describeEvent } from '../../../schemas/api/history-words.ts'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { PAGE_SIZES, RecordListCard, usePagedList } from '../administration/record-list.tsx'
import { Card } from '../components/card.tsx'
import { Moment, type RecordColumn, ResourceTable } from '../components/resource-table.tsx'
import { useBanner } from '../contexts/use-banner.ts'
import { buildFilterQuery, formatHistoryView, type HistoryView, parseHistoryView } from './history-address.ts'
import { HistoryFilters } from './history-filters.tsx'

const EVENTS = { path: '/v1/audit-events', schema: HistoryEvent }

/** `/roles/history`: who did what when, newest first. The address has the filters and the page. */
const HistoryScreen = () => {
  const banner = useBanner(5_000)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const view = parseHistoryView(search, PAGE_SIZES)
  const { page: _page, size, ...filter } = view
  const show = (next: HistoryView, isReplacing = false) =>
    void navigate(`${pathname}${formatHistoryView(next)}`, { replace: isReplacing })
  const list = usePagedList(EVENTS, view, show, (shown) => ({
    page: shown.page,
    size: shown.size,
    ...buildFilterQuery(shown),
  }))
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <AdministrationPage title="History" banner={banner}>
      <Card className="print:hidden">
        <HistoryFilters
          key={JSON.stringify(filter)}
          value={filter}
          onApply={(next) => show({ ...next, page: 0, size })}
        />
      </Card>
      <RecordListCard
        title="Who did what"
        list={list}
        columns={COLUMNS}
        none={isFiltered ? 'Nothing matches the filters.' : undefined}
      />
    </AdministrationPage>
  )
}

export default HistoryScreen

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

type Change = ReturnType<typeof listChanges>[number]

const CHANGES: readonly RecordColumn<Change & { readonly id: number }>[] = [
  { header: 'Field', cell: ({ label }) => label },
  { header: 'Before', cell: ({ before }) => before || 'empty' },
  { header: 'After', cell: ({ after }) => after || 'empty' },
]

/** What an event changed, before and after, and the id of its request, which the log has as well. */
const EventDetails = ({ event }: { readonly event: HistoryEvent }) => {
  const changes = listChanges(event)
  if (changes.length === 0 && !event.requestId) return null
  return (
    <details className="text-sm text-soft">
      <summary className="w-fit rounded-control hover:text-ink">Details</summary>
      {changes.length > 0 && (
        <ResourceTable
          label="Changes"
          columns={CHANGES}
          records={changes.map((change, id) => ({ ...change, id }))}
        />
      )}
      {event.requestId && <p className="mt-1 break-all">Request {event.requestId}</p>}
    </details>
  )
}
