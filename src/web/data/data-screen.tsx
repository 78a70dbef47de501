import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ImportTable, StoredImport } from '../../../schemas/api/imports.ts'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { RecordListCard, usePagedList } from '../administration/record-list.tsx'
import { useConfirmedAction } from '../administration/record-mutations.tsx'
import type { Resource } from '../administration/resource.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { createActionsColumn, Moment, type RecordColumn, ResourceTable } from '../kit/resource-table.tsx'
import { ImportForm } from './import-form.tsx'
import { useImport } from './use-import.ts'

const imports: Resource<StoredImport> = { path: '/v1/imports', schema: StoredImport }

/** The envelope of the API would load more of zod with the first pages. */
const Tables = z.object({ records: z.array(ImportTable) })

const UNDO_TEXTS = {
  done: 'Import undone successfully!',
  rejected: 'The import could not be undone.',
  unexpected: 'An unexpected error occurred while undoing the import.',
}

/** Shows `/roles/data`: the tables, the import of a file, and the imports with their ends. */
const DataScreen = () => {
  const api = useApi()
  const tables = useQuery({
    queryKey: ['/v1/imports', 'tables'],
    queryFn: ({ signal }) => api.get('/v1/imports/tables', { schema: Tables, signal }),
  })
  const importing = useImport()
  const list = usePagedList(imports)
  const undoing = useConfirmedAction<StoredImport>({
    texts: UNDO_TEXTS,
    run: ({ id }) => api.post(`/v1/imports/${id}/undo`, { schema: AnyEnvelope }),
    ask: askToUndo,
  })
  const records = tables.data?.records ?? []
  return (
    <>
      <Card title="Tables" flush busy={tables.isFetching && !tables.isPending}>
        {tables.isError ? (
          <div className="flex flex-col items-center gap-3 p-8 text-soft">
            <p>Nothing could be loaded.</p>
            <Button onClick={() => void tables.refetch()}>Retry</Button>
          </div>
        ) : (
          <ResourceTable label="Tables" columns={tableColumns(importing.start)} records={records} />
        )}
      </Card>
      <ImportForm tables={records} importing={importing} />
      <RecordListCard
        title="Imports"
        list={list}
        columns={importColumns(records, undoing.request)}
        none="No file was imported yet."
      />
      {undoing.dialog}
    </>
  )
}

export default DataScreen

const askToUndo = ({ id, file, added, replaced, removed }: StoredImport) => ({
  question: `Undo import ${id}?`,
  confirmLabel: 'Undo',
  detail: (
    <>
      <p>{`${file}: ${added} added, ${replaced} changed, ${removed} removed`}</p>
      <p>What it added is removed; what it replaced or removed comes back.</p>
    </>
  ),
})

const Person = ({ at, author }: { readonly at: string; readonly author: string }) => (
  <span className="flex flex-wrap gap-x-2">
    <Moment at={at} /> {author}
  </span>
)

/** Shows the file of an import, the start of its hash, and the options that it was read with. */
const StoredFile = ({ file, hash, choices }: StoredImport) => (
  <div className="min-w-0 wrap-anywhere">
    {file}
    <ul className="text-xs text-soft">
      <li title={hash}>SHA-256 {hash.slice(0, 12)}</li>
      {choices.map((choice) => (
        <li key={choice}>
          <code>{choice}</code>
        </li>
      ))}
    </ul>
  </div>
)

const tableColumns = (onImport: (table: ImportTable) => void): readonly RecordColumn<ImportTable>[] => [
  { header: 'Table', cell: ({ title }) => title },
  {
    header: 'Records',
    cell: ({ records }) => records.toLocaleString('en'),
    className: 'text-right tabular-nums',
  },
  { header: 'First period', cell: ({ first }) => first ?? 'None' },
  { header: 'Last period', cell: ({ last }) => last ?? 'None' },
  {
    header: 'Last import (UTC)',
    cell: ({ lastImport }) =>
      lastImport === null ? 'None' : <Person at={lastImport.at} author={lastImport.author} />,
  },
  { header: 'File', cell: ({ lastImport }) => lastImport?.file ?? '' },
  createActionsColumn([{ icon: 'table', label: 'Import', onClick: onImport }]),
]

const COUNTS = [
  ['rows', 'Rows'],
  ['added', 'Added'],
  ['replaced', 'Changed'],
  ['removed', 'Removed'],
] as const

const importColumns = (
  tables: readonly ImportTable[],
  onUndo: (stored: StoredImport) => void,
): readonly RecordColumn<StoredImport>[] => [
  { header: 'Number', cell: ({ id }) => id },
  { header: 'Table', cell: ({ dataset }) => tables.find(({ id }) => id === dataset)?.title ?? dataset },
  { header: 'File', cell: StoredFile },
  ...COUNTS.map(([name, header]) => ({
    header,
    cell: (stored: StoredImport) => stored[name].toLocaleString('en'),
    className: 'text-right tabular-nums',
  })),
  { header: 'Imported (UTC)', cell: ({ at, author }) => <Person at={at} author={author} /> },
  {
    header: 'State',
    cell: (stored) =>
      stored.undoneAt === null ? (
        <Button size="small" onClick={() => onUndo(stored)}>
          Undo
        </Button>
      ) : (
        <>
          Undone <Person at={stored.undoneAt} author={stored.undoneBy ?? ''} />
        </>
      ),
  },
]
