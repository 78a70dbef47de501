import { OwnAlert } from '../../../../schemas/api/own-alert.ts'
import { buildActionTexts } from '../../administration/error-messages.ts'
import { ALERT_COLUMNS } from '../../administration/alerts/alerts-screen.tsx'
import { RecordListCard, useRecordList } from '../../administration/record-list.tsx'
import { useDeletion } from '../../administration/record-mutations.ts'
import type { Resource } from '../../administration/resource.ts'
import type { ScreenBanner } from '../../contexts/use-banner.ts'
import { ConfirmDialog } from '../../kit/dialog.tsx'
import { createActionsColumn } from '../../kit/resource-table.tsx'
import { OWN_ALERTS } from './tell-me-dialog.tsx'

const own: Resource<OwnAlert> = { path: OWN_ALERTS, schema: OwnAlert }

/** Shows the alerts of the own account with their present values, and the end of each. */
export const OwnAlerts = ({ banner }: { readonly banner: ScreenBanner }) => {
  const list = useRecordList(own)
  const ending = useDeletion({
    source: own,
    banner,
    texts: buildActionTexts('Alert ended', 'ending the alert'),
  })
  const actions = createActionsColumn<OwnAlert>([
    { icon: 'close', label: 'End', danger: true, onClick: ending.request },
  ])
  return (
    <>
      <RecordListCard
        title="What you are told of"
        list={list}
        columns={[
          ...ALERT_COLUMNS,
          { header: 'By', cell: ({ mail }) => (mail ? 'bell and mail' : 'bell') },
          actions,
        ]}
        none="Tell me when…, on a table or chart, watches a column for you."
      />
      <ConfirmDialog
        action={ending}
        question="End this alert?"
        confirmLabel="End"
        detail={<bdi>{ending.candidate?.title}</bdi>}
      />
    </>
  )
}
