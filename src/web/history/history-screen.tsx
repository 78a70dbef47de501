import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { HistoryEvent, isRevertible } from '../../../schemas/api/history-event.ts'
import { describeEvent } from '../../../schemas/api/history-words.ts'
import { lenientPage } from '../../../schemas/api/lenient.ts'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { getErrorMessage } from '../administration/error-messages.ts'
import { getPaging, PAGE_SIZES, type RecordList, RecordListCard } from '../administration/record-list.tsx'
import { parseFileName } from '../api/content-disposition.ts'
import { saveFile } from '../api/save-file.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { Moment } from '../components/moment.tsx'
import type { RecordColumn } from '../components/resource-table.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import { type ScreenBanner, useBanner } from '../contexts/use-banner.ts'
import { EventDetails } from './event-details.tsx'
import {
  buildFilterQuery,
  formatHistoryView,
  type HistoryFilter,
  type HistoryView,
  parseHistoryView,
} from './history-address.ts'
import './history.css'
import { HistoryFilters } from './history-filters.tsx'
import { useRevert } from './use-revert.ts'

const PATH = '/v1/audit-events'
const PAGE = lenientPage(HistoryEvent)
const EXPORT_FAILED = 'An error occurred while exporting the history.'

/** `/roles/history`: who did what when, newest first. The address has the filters and the page. */
const HistoryScreen = () => {
  const banner = useBanner(5_000)
  const { view, show } = useHistoryView()
  const { page: _page, size: _size, ...filter } = view
  const list = useHistory(view, show)
  const exporting = useExport(banner, filter)
  const revert = useRevert(banner)
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <AdministrationPage title="History" banner={banner}>
      <Card className="print:hidden">
        <HistoryFilters
          key={JSON.stringify(filter)}
          value={filter}
          onApply={(next) => show({ ...next, page: 0, size: view.size })}
        />
      </Card>
      <RecordListCard
        title="Who did what"
        list={list}
        columns={historyColumns(revert.request)}
        none={isFiltered ? 'Nothing matches the filters.' : 'There are no entries yet.'}
        tools={
          <Button size="small" busy={exporting.isRunning} onClick={exporting.start}>
            Export CSV
          </Button>
        }
      />
      <ConfirmDialog
        open={revert.candidate !== null}
        question="Revert this change of rights?"
        confirmLabel="Revert"
        danger={false}
        busy={revert.isBusy}
        onConfirm={revert.confirm}
        onCancel={revert.cancel}
      >
        <div className="flex flex-col gap-1 break-words text-soft">
          <p>{revert.candidate !== null && describeEvent(revert.candidate)}</p>
          <p>The rights will be as they were before. The history keeps both changes.</p>
        </div>
      </ConfirmDialog>
    </AdministrationPage>
  )
}

export default HistoryScreen

/** The view that the address names, and a function that goes to another one. */
const useHistoryView = () => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return {
    view: parseHistoryView(search, PAGE_SIZES),
    /** `isReplacing` leaves no entry for Back. */
    show: (view: HistoryView, isReplacing = false) =>
      void navigate(`${pathname}${formatHistoryView(view)}`, { replace: isReplacing }),
  }
}

const useHistory = (
  view: HistoryView,
  show: (view: HistoryView, isReplacing?: boolean) => void,
): RecordList<HistoryEvent> => {
  const api = useApi()
  const { page, size, ...filter } = view
  const query = useQuery({
    queryKey: [PATH, view],
    queryFn: ({ signal }) =>
      api.get(PATH, { query: { page, size, ...buildFilterQuery(filter) }, schema: PAGE, signal }),
    placeholderData: keepPreviousData,
  })
  const { records, totalCount } = query.data ?? { records: [], totalCount: 0 }
  const paging = getPaging({ ...view, search: '' }, totalCount, records.length, records.length)
  const isBeyond = query.isSuccess && !query.isPlaceholderData && page >= paging.pages
  const goToLast = useEffectEvent(() => show({ ...view, page: paging.pages - 1 }, true))
  useEffect(() => {
    if (isBeyond) goToLast()
  }, [isBeyond])
  return {
    status: query.status,
    records,
    paging,
    isBusy: query.isFetching && !query.isPending,
    goTo: (next) => show({ ...view, page: next }),
    setSize: (next) => show({ ...view, size: next, page: 0 }),
    retry: () => void query.refetch({ cancelRefetch: false }),
  }
}

/** Saves all events that fit the filter as a .csv file. */
const useExport = (banner: ScreenBanner, filter: HistoryFilter) => {
  const api = useApi()
  const [isRunning, setRunning] = useState(false)
  const save = async () => {
    const file = await api.download(`${PATH}/export`, { query: buildFilterQuery(filter) })
    if (!file.ok) return banner.show(EXPORT_FAILED)
    const name = parseFileName(file.contentDisposition) ?? 'history.csv'
    return saveFile(new Blob([file.bytes], { type: file.contentType }), name)
  }
  return {
    isRunning,
    start: () => {
      setRunning(true)
      banner.clear()
      save()
        .catch((error: unknown) =>
          banner.show(getErrorMessage(error, { rejected: EXPORT_FAILED, unexpected: EXPORT_FAILED })),
        )
        .finally(() => setRunning(false))
    },
  }
}

const formatPerson = (actor: string | null) => actor ?? <span className="text-faint">unknown</span>

const historyColumns = (onRevert: (event: HistoryEvent) => void): readonly RecordColumn<HistoryEvent>[] => [
  {
    header: 'Time (UTC)',
    isNarrow: true,
    cell: ({ at, actor }) => (
      <div className="history-time">
        <Moment at={at} />
        <span>{formatPerson(actor)}</span>
      </div>
    ),
  },
  {
    header: 'Person',
    isNarrow: true,
    className: 'history-person',
    cell: ({ actor }) => formatPerson(actor),
  },
  {
    header: 'Action',
    cell: (event, headId) => (
      <div className="py-1">
        <div className="flex flex-wrap items-center gap-x-2 history-sentence">
          <p className="min-w-0">{describeEvent(event)}</p>
          {isRevertible(event) && (
            <Button
              size="small"
              variant="quiet"
              className="-my-1 underline print:hidden"
              aria-describedby={headId}
              onClick={() => onRevert(event)}
            >
              Revert
            </Button>
          )}
        </div>
        <EventDetails event={event} />
      </div>
    ),
  },
  { header: 'Address', isNarrow: true, cell: ({ address }) => address ?? '' },
]
