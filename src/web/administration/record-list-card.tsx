import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { PageSizeSelect, Pagination, SearchBox } from '../components/list-controls.tsx'
import { type RecordColumn, ResourceTable, ResourceTableSkeleton } from '../components/resource-table.tsx'
import { PAGE_SIZES, type Paging, type RecordList } from './use-record-list.ts'

type Props<R> = {
  /** The title of the card and the accessible name of the table. */
  readonly title: string
  readonly list: RecordList<R>
  readonly columns: readonly RecordColumn<R>[]
  /** Formats the text about the shown records and their total. */
  readonly summary: (paging: Paging) => string
  readonly current?: number | undefined
}

const Message = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="flex min-h-40 flex-col items-center justify-center gap-3 px-4 py-8 text-center text-soft">
    <p>{text}</p>
    {children}
  </div>
)

/** A list with page size, search, table and paging. The controls stay visible if the list fails to load. */
export const RecordListCard = <R extends { readonly id: number }>({
  title,
  list,
  columns,
  summary,
  current,
}: Props<R>) => (
  <Card
    title={title}
    flush
    busy={list.isBusy}
    actions={
      <div data-screen-only className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:pb-2">
        <PageSizeSelect value={list.paging.size} options={PAGE_SIZES} onChange={list.setSize} />
        <SearchBox value={list.search} onSearch={list.setSearch} />
      </div>
    }
  >
    {list.status === 'pending' && <ResourceTableSkeleton />}
    {list.status === 'error' && (
      <Message text="Nothing could be loaded.">
        <Button busy={list.isBusy} onClick={list.retry}>
          Retry
        </Button>
      </Message>
    )}
    {list.status === 'success' && (
      <>
        <ResourceTable label={title} columns={columns} records={list.records} current={current} />
        {list.records.length === 0 && (
          <Message
            text={list.search === '' ? 'There are no entries yet.' : `Nothing matches “${list.search}”.`}
          />
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
