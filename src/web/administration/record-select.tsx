import { useQuery } from '@tanstack/react-query'
import { lenientPage } from '../../../schemas/api/lenient.ts'
import type { Client } from '../api/client.ts'
import { Button } from '../components/button.tsx'
import { classNames } from '../components/class-names.ts'
import { SelectField, type SelectOption } from '../components/select-field.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import type { Identified, Resource } from './resource.ts'

export type AllRecords<R> = {
  readonly status: 'pending' | 'error' | 'success'
  readonly records: readonly R[]
  readonly retry: () => void
}

type Props<R> = {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly records: AllRecords<R>
  readonly getName: (record: R) => string
  readonly placeholder: string
  readonly placeholderValue?: string
  /** Shown as a disabled entry if there are no records. */
  readonly none?: string
  readonly error?: string | undefined
  /** Shown if the records could not be loaded. */
  readonly failure: string
  readonly disabled?: boolean
  readonly className?: string
}

const NONE = 'none'

/** A dropdown of all records. */
export const RecordSelect = <R extends { readonly id: number }>({
  records,
  getName,
  none,
  error,
  failure,
  className,
  ...select
}: Props<R>) => {
  const options: SelectOption[] = records.records.map((record) => ({
    value: String(record.id),
    label: getName(record),
  }))
  const isEmpty = records.status === 'success' && options.length === 0
  if (isEmpty && none !== undefined) options.push({ value: NONE, label: none, disabled: true })
  const hasFailed = records.status === 'error'
  return (
    <div className={classNames('flex items-start gap-2', className)}>
      <SelectField
        {...select}
        options={options}
        error={hasFailed ? failure : error}
        className="min-w-0 flex-1"
        aria-busy={records.status === 'pending' || undefined}
      />
      {hasFailed && (
        <Button className="mt-6" onClick={records.retry}>
          Retry
        </Button>
      )}
    </div>
  )
}

/** The page size of the requests. */
const PAGE_SIZE = 100

type LoadOptions = { readonly search?: string; readonly signal?: AbortSignal }

/** Loads all records that fit a search: requests pages until the total is reached or a page is empty. */
export const loadAll = async <R extends Identified>(
  api: Client,
  source: Resource<R>,
  { search = '', ...options }: LoadOptions,
): Promise<readonly R[]> => {
  const { path, query } = source.list ?? { path: source.path, query: {} }
  const schema = lenientPage(source.schema)
  const all: R[] = []
  for (let page = 0; ; page += 1) {
    const { records, totalCount } = await api.get(path, {
      query: { page, size: PAGE_SIZE, search, ...query },
      schema,
      ...options,
    })
    all.push(...records)
    if (records.length === 0 || all.length >= totalCount) return all
  }
}

/** The visible records of a dropdown. */
export const useAllRecords = <R extends { readonly id: number }>(source: Resource<R>): AllRecords<R> => {
  const api = useApi()
  const query = useQuery({
    queryKey: [source.path, 'all'],
    queryFn: ({ signal }) => loadAll(api, source, { signal }),
  })
  return {
    status: query.status,
    records: (query.data ?? []).filter(source.isVisible ?? Boolean),
    retry: () => void query.refetch({ cancelRefetch: false }),
  }
}
