import { useQuery } from '@tanstack/react-query'
import { lenientPage } from '../../../schemas/api/lenient.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import type { Client } from '../api/client.ts'
import type { Resource } from './resource.ts'

/** The page size of the requests. */
const PAGE_SIZE = 100

/** Loads all records: requests pages until the total is reached or a page is empty. */
const loadAll = async <R extends { readonly id: number }>(
  api: Client,
  { path, schema }: Resource<R>,
  signal: AbortSignal,
): Promise<readonly R[]> => {
  const all: R[] = []
  for (let page = 0; ; page += 1) {
    const query = { page, size: PAGE_SIZE, search: '' }
    const { records, totalCount } = await api.get(path, { query, schema: lenientPage(schema), signal })
    all.push(...records)
    if (records.length === 0 || all.length >= totalCount) return all
  }
}

export type AllRecords<R> = {
  readonly status: 'pending' | 'error' | 'success'
  readonly records: readonly R[]
  readonly retry: () => void
}

/** The visible records of a dropdown. */
export const useAllRecords = <R extends { readonly id: number }>(source: Resource<R>): AllRecords<R> => {
  const api = useApi()
  const query = useQuery({
    queryKey: [source.path, 'all'],
    queryFn: ({ signal }) => loadAll(api, source, signal),
  })
  return {
    status: query.status,
    records: (query.data ?? []).filter(source.isVisible),
    retry: () => void query.refetch({ cancelRefetch: false }),
  }
}
