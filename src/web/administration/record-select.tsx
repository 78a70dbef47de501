import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { lenientPage } from '../../../schemas/api/lenient.ts'
import type { Client, Query } from '../api/client.ts'
import { SelectField } from '../kit/select-field.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import type { Identified, Resource } from './resource.ts'

export type AllRecords<R> = {
  readonly status: 'pending' | 'error' | 'success'
  readonly records: readonly R[]
  readonly retry: () => void
}

type Props<R> = Omit<ComponentProps<typeof SelectField>, 'options'> & {
  readonly records: AllRecords<R>
  readonly getName: (record: R) => string
  /** Shown as a disabled entry if there are no records. */
  readonly none?: string
}

export const RecordSelect = <R extends { readonly id: number }>({
  records: { status, records, retry },
  getName,
  none,
  ...select
}: Props<R>) => {
  const options = records.map((record) => ({ value: String(record.id), label: getName(record) }))
  const isEmpty = status === 'success' && options.length === 0
  return (
    <SelectField
      {...select}
      options={isEmpty && none !== undefined ? [{ value: 'none', label: none, disabled: true }] : options}
      aria-busy={status === 'pending' || undefined}
      onRetry={status === 'error' ? retry : undefined}
    />
  )
}

const PAGE_SIZE = 100

type LoadOptions = { readonly filter?: Query; readonly signal?: AbortSignal }

/** Loads all visible records that fit a filter: requests pages until the total is reached or a page is empty. */
export const loadAll = async <R extends Identified>(
  api: Client,
  source: Resource<R>,
  { filter = { search: '' }, ...options }: LoadOptions,
): Promise<readonly R[]> => {
  const { path, query } = source.list ?? { path: source.path, query: {} }
  const schema = lenientPage(source.schema)
  const all: R[] = []
  for (let page = 0; ; page += 1) {
    const { records, totalCount } = await api.get(path, {
      query: { page, size: PAGE_SIZE, ...filter, ...query },
      schema,
      ...options,
    })
    all.push(...records)
    if (records.length === 0 || all.length >= totalCount) return all.filter(source.isVisible ?? Boolean)
  }
}

/** Returns the visible records of a dropdown. */
export const useAllRecords = <R extends { readonly id: number }>(source: Resource<R>): AllRecords<R> => {
  const api = useApi()
  const { status, data, refetch } = useQuery({
    queryKey: [source.path, 'all'],
    queryFn: ({ signal }) => loadAll(api, source, { signal }),
  })
  return { status, records: data ?? [], retry: () => void refetch({ cancelRefetch: false }) }
}
