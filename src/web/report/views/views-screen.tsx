import { useState } from 'react'
import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import type { SavedView } from '../../../../schemas/api/view.ts'
import { useScreenBanner } from '../../administration/record-page.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmDialog } from '../../kit/dialog.tsx'
import { Skeleton } from '../../kit/page.tsx'
import { createActionsColumn, type RecordColumn, ResourceTable } from '../../kit/resource-table.tsx'
import { Switch } from '../../kit/switch.tsx'
import { nameReport, useReloadViews, useViews, ViewLink, VIEWS } from './view-links.tsx'

/** Shows the views of the own account, with the default of each report. */
export const OwnViews = () => {
  const api = useApi()
  const banner = useScreenBanner()
  const { data, isPending } = useViews()
  const reload = useReloadViews()
  const [removed, remove] = useState<SavedView | null>(null)
  const run = async (work: () => Promise<{ readonly message?: string | null | undefined }>) => {
    try {
      banner.show((await work()).message ?? '')
    } catch (error) {
      banner.show(error instanceof Error ? error.message : 'The view could not be changed.')
    }
    await reload()
  }
  const confirmRemoval = ({ id }: SavedView) => {
    remove(null)
    void run(() => api.del(`${VIEWS}/${id}`, { schema: AnyEnvelope }))
  }
  const setDefault = ({ id, ...view }: SavedView, isDefault: boolean) =>
    void run(() => api.put(`${VIEWS}/${id}`, { body: { ...view, isDefault }, schema: AnyEnvelope }))
  if (isPending) return <Skeleton className="h-40 w-full" />
  if (data === undefined) return <p className="text-soft">Your views could not be loaded.</p>
  return (
    <Card title="Your views" flush>
      <ResourceTable label="Your views" columns={viewColumns(setDefault, remove)} records={data} />
      {data.length === 0 && (
        <p className="p-4 text-soft">
          Save view, on a table or chart, keeps what is chosen, sorted and shown.
        </p>
      )}
      {removed !== null && (
        <ConfirmDialog
          question="Remove this view?"
          confirmLabel="Remove"
          detail={<bdi>{removed.name}</bdi>}
          onConfirm={() => confirmRemoval(removed)}
          onCancel={() => remove(null)}
        />
      )}
    </Card>
  )
}

const viewColumns = (
  onDefault: (view: SavedView, isDefault: boolean) => void,
  onRemove: (view: SavedView) => void,
): readonly RecordColumn<SavedView>[] => [
  { header: 'Name', cell: (view) => <ViewLink name={view.name} address={view.address} /> },
  { header: 'Report', cell: ({ report }) => nameReport(report) },
  {
    header: 'Opens with the report',
    cell: (view) => (
      <Switch
        label={`${view.name} opens with the report`}
        checked={view.isDefault}
        onChange={(isDefault) => onDefault(view, isDefault)}
      />
    ),
  },
  createActionsColumn([{ icon: 'close', label: 'Remove', danger: true, onClick: onRemove }]),
]
