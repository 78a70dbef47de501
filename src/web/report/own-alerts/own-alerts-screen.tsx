import { OwnAlert } from '../../../../schemas/api/own-alert.ts'
import { SetAlerts } from '../../administration/alerts/alerts-screen.tsx'
import { useRecordList } from '../../administration/record-list.tsx'
import type { Resource } from '../../administration/resource.ts'
import { OWN_ALERTS } from './tell-me-dialog.tsx'

const ownAlerts: Resource<OwnAlert> = { path: OWN_ALERTS, schema: OwnAlert }

/** Shows the alerts of the own account. */
export const OwnAlerts = () => (
  <SetAlerts
    title="What you are told of"
    list={useRecordList(ownAlerts)}
    source={ownAlerts}
    column={{ header: 'By', cell: ({ mail }) => (mail ? 'bell and mail' : 'bell') }}
    none="Tell me when…, on a table or chart, watches a column for you."
    renderDetail={({ title }) => <bdi>{title}</bdi>}
  />
)
