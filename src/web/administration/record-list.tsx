import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lenientPage } from '../../../schemas/api/lenient.ts'
import type { Query } from '../api/client.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ListSearch, PageSizeSelect, Pagination } from '../kit/list-controls.tsx'
import { type RecordColumn, ResourceTable, ResourceTableSkeleton } from '../kit/resource-table.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import type { Identified, Resource } from './resource.ts'

/** Names the requested part of a list; `page` starts at 0. */
type PageView = { readonly page: number; readonly size: number }
type ListView = PageView & { readonly filter: Query }

/** Says what is shown of a list, and shows another part; replacing leaves no entry for Back. */
export type ListState = readonly [view: ListView, show: (view: ListView, isReplacing?: boolean) => void]

export type Paging = ReturnType<typeof getPaging>

const NONE = { records: [], totalCount: 0 }

/** Reads one page of a list. `filter` is what its call requires besides page and size; `address` keeps all of it. */
export const usePagedList = <R extends Identified>(
  source: Resource<R>,
  filter: Query = {},
  address?: ListState,
) => {
  const api = useApi()
  const ownState = useState({ page: 0, size: 10, filter })
  const [view, show]: ListState = address ?? ownState
  const query = useQuery({
    queryKey: [source.path, 'page', view, source.list],
    queryFn: async ({ signal }) => {
      const { path, query: required } = source.list ?? { path: source.path, query: {} }
      const sent = { page: view.page, size: view.size, ...view.filter, ...required }
      return { ...(await api.get(path, { query: sent, schema: lenientPage(source.schema), signal })), view }
    },
    placeholderData: keepPreviousData,
  })
  const { records, totalCount } = query.data ?? NONE
  const visible = records.filter(source.isVisible ?? Boolean)
  const paging = getPaging(query.data?.view ?? view, totalCount, records.length, visible.length)

  // After the last record of the last page is deleted, the previous page is the last one.
  const isBeyond = query.isSuccess && !query.isPlaceholderData && view.page >= paging.pages
  const goToLast = useEffectEvent(() => show({ ...view, page: paging.pages - 1 }, true))
  useLayoutEffect(() => {
    if (isBeyond) goToLast()
  }, [isBeyond])

  return {
    status: query.status,
    /** The visible records of the page; those of the previous page while the next one loads. */
    records: visible,
    paging,
    /** Whether the shown records are being reloaded. */
    isBusy: query.isFetching && !query.isPending,
    goTo: (page: number) => show({ ...view, page }),
    setSize: (chosen: number) => show({ ...view, size: chosen, page: 0 }),
    filter: view.filter,
    setFilter: (chosen: Query) => show({ ...view, filter: chosen, page: 0 }),
    retry: () => void query.refetch({ cancelRefetch: false }),
  }
}

/** Reads one page of a list with its page size and search term, at first that of the address. */
export const useRecordList = <R extends Identified>(source: Resource<R>) => {
  const [search] = useState(new URLSearchParams(useLocation().search).get('search') ?? '')
  const list = usePagedList(source, { search })
  return {
    ...list,
    search: String(list.filter['search']),
    setSearch: (search: string) => list.setFilter({ ...list.filter, search: search.trim() }),
  }
}

type RecordList<R extends Identified> = ReturnType<typeof usePagedList<R>> & {
  /** Undefined for a list without a search box. */
  readonly search?: string
  readonly setSearch?: (search: string) => void
}

export type RecordListProps<R extends Identified> = {
  readonly title: string
  readonly source: Resource<R>
}

type Props<R extends Identified> = {
  /** The title of the card and the accessible name of the table. */
  readonly title: string
  readonly list: RecordList<R>
  readonly columns: readonly RecordColumn<R>[]
  /** Formats the text about the shown records and their total. */
  readonly summary?: (paging: Paging) => string
  /** Controls before page size and search. */
  readonly tools?: ReactNode
  /** The text of an empty list without a search. */
  readonly none?: string | undefined
  readonly current?: R['id'] | undefined
}

const formatEntries = ({ from, to, total }: Paging): string => `Showing ${from} to ${to} of ${total} entries`

/** Shows a list with page size, search, table and paging. The controls stay visible if the list fails to load. */
export const RecordListCard = <R extends Identified>({
  title,
  list,
  columns,
  summary = formatEntries,
  tools,
  none = 'There are no entries yet.',
  current,
}: Props<R>) => (
  <Card
    title={title}
    flush
    busy={list.isBusy}
    actions={
      <div data-screen-only className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:pb-2">
        {tools}
        <PageSizeSelect value={list.paging.size} onChange={list.setSize} />
        {list.setSearch && (
          <search>
            <ListSearch value={list.search ?? ''} onApply={list.setSearch} />
          </search>
        )}
      </div>
    }
  >
    {list.status === 'pending' && <ResourceTableSkeleton />}
    {list.status === 'error' && (
      <ListMessage text="Nothing could be loaded.">
        <Button busy={list.isBusy} onClick={list.retry}>
          Retry
        </Button>
      </ListMessage>
    )}
    {list.status === 'success' && (
      <>
        <ResourceTable label={title} columns={columns} records={list.records} current={current} />
        {list.records.length === 0 && (
          <ListMessage text={!list.search ? none : `Nothing matches “${list.search}”.`} />
        )}
        <Pagination
          page={list.paging.page}
          pages={list.paging.pages}
          onPage={list.goTo}
          summary={summary(list.paging)}
        />
      </>
    )}
  </Card>
)

/** Shows a message where the rows of a list would be. */
const ListMessage = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="flex min-h-40 flex-col items-center justify-center gap-3 px-4 py-8 text-center text-soft">
    <p>{text}</p>
    {children}
  </div>
)

/**
 * Returns the paging of a page with `visible` records. The number of pages includes hidden records; otherwise the
 * last visible ones would be unreachable.
 */
export const getPaging = (view: PageView, totalCount: number, received: number, visible: number) => {
  const skipped = view.page * view.size
  return {
    page: view.page,
    /** At least 1: an empty list has one empty page. */
    pages: Math.max(1, Math.ceil(totalCount / view.size)),
    size: view.size,
    /** The number of records without the hidden ones of this page. */
    total: Math.max(0, totalCount - (received - visible)),
    /** The numbers of the first and last visible record, from 1; 0 if the page is empty. */
    from: visible === 0 ? 0 : skipped + 1,
    to: visible === 0 ? 0 : skipped + visible,
  }
}
