import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lenientPage } from '../../../schemas/api/lenient.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { firstPage, type Paging, getPaging, setPage, setSearch, setPageSize } from './list-query.ts'
import type { Resource } from './resource.ts'

export type RecordList<R> = {
  readonly status: 'pending' | 'error' | 'success'
  /** The visible records of the page; those of the previous page while the next one loads. */
  readonly records: readonly R[]
  readonly paging: Paging
  readonly search: string
  /** Whether the shown records are being reloaded. */
  readonly isBusy: boolean
  readonly goTo: (page: number) => void
  readonly setSize: (size: number) => void
  readonly setSearch: (search: string) => void
  readonly retry: () => void
}

const NONE = { records: [], totalCount: 0 }

/** One page of a list with its page size and search term. */
export const useRecordList = <R extends { readonly id: number }>(source: Resource<R>): RecordList<R> => {
  const api = useApi()
  const [view, setView] = useState(firstPage)
  const query = useQuery({
    queryKey: [source.path, 'page', view],
    queryFn: async ({ signal }) => {
      const page = await api.get(source.path, { query: view, schema: lenientPage(source.schema), signal })
      return { ...page, view }
    },
    placeholderData: keepPreviousData,
  })
  const { records, totalCount } = query.data ?? NONE
  const visible = records.filter(source.isVisible)
  const paging = getPaging(query.data?.view ?? view, totalCount, records.length, visible.length)

  // After the last record of the last page is deleted, the previous page is the last one.
  const isBeyond = query.isSuccess && !query.isPlaceholderData && view.page >= paging.pages
  if (isBeyond) setView(setPage(view, paging.pages - 1))

  return {
    status: query.status,
    records: visible,
    paging,
    search: view.search,
    isBusy: query.isFetching && !query.isPending,
    goTo: (page) => setView((current) => setPage(current, page)),
    setSize: (size) => setView((current) => setPageSize(current, size)),
    setSearch: (search) => setView((current) => setSearch(current, search)),
    retry: () => void query.refetch({ cancelRefetch: false }),
  }
}
