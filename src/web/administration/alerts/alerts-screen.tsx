import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DefinedAlert } from '../../../../schemas/api/alert.ts'
import { type OwnAlert, ReaderAlert } from '../../../../schemas/api/own-alert.ts'
import { buildActionTexts } from '../error-messages.ts'
import { RecordListCard, type RecordListProps, usePagedList, useRecordList } from '../record-list.tsx'
import { useDeletion } from '../record-mutations.tsx'
import type { Resource } from '../resource.ts'
import { createActionsColumn, Moment, type RecordColumn } from '../../kit/resource-table.tsx'
import { Badge } from '../../kit/switch.tsx'

const alerts: Resource<DefinedAlert> = { path: '/v1/alerts/defined', schema: DefinedAlert }
const readers: Resource<ReaderAlert> = { path: '/v1/alerts/readers', schema: ReaderAlert }

/** Shows `/roles/alerts`: all alerts, also those that have not fired, with their present values. */
const AlertsScreen = () => {
  const list = useRecordList(alerts)
  const ofReaders = usePagedList(readers, { search: '' })
  return (
    <>
      <RecordListCard
        title="What alerts watch"
        list={list}
        columns={ALERT_COLUMNS}
        none="No report has an alert. An alert is a part of the definition of its report."
      />
      <SetAlerts
        title="What readers are told of"
        list={ofReaders}
        source={readers}
        column={{ header: 'Owner', cell: ({ owner }) => owner }}
        none="No reader has set an alert."
        renderDetail={({ title, owner }) => `${title} of ${owner}. The history says who ended it.`}
      />
    </>
  )
}

export default AlertsScreen

type SetProps<R extends OwnAlert> = RecordListProps<R> & {
  readonly list: ReturnType<typeof usePagedList<R>>
  /** The column that only this list has. */
  readonly column: RecordColumn<R>
  readonly none: string
  readonly renderDetail: (alert: R) => ReactNode
}

/** Shows alerts that readers have set, with their present values and the end of each. */
export const SetAlerts = <R extends OwnAlert>({ source, column, renderDetail, ...card }: SetProps<R>) => {
  const ending = useDeletion({
    source,
    texts: buildActionTexts('Alert ended', 'ending the alert'),
    ask: (alert) => ({ question: 'End this alert?', confirmLabel: 'End', detail: renderDetail(alert) }),
  })
  const actions = createActionsColumn<R>([
    { icon: 'close', label: 'End', danger: true, onClick: ending.request },
  ])
  return (
    <>
      <RecordListCard {...card} columns={[...ALERT_COLUMNS, column, actions]} />
      {ending.dialog}
    </>
  )
}

/** Shows the latest values that an alert watches, those that meet its condition first. */
const PresentValues = ({ alert: { present, isHidden } }: { readonly alert: Omit<DefinedAlert, 'id'> }) => {
  if (isHidden) return <span className="text-faint">You may not open this report.</span>
  if (present === null) return <span className="text-faint">No records yet.</span>
  const { label, values, hiddenValues } = present
  return (
    <ul className="tabular-nums">
      {values.map(({ subject, text, meetsCondition }) => (
        <li key={subject} className={meetsCondition ? 'font-medium' : 'text-soft'}>
          {[label, subject, text].filter(Boolean).join(', ')}
        </li>
      ))}
      {hiddenValues > 0 && <li className="text-faint">{`and ${hiddenValues} more`}</li>}
    </ul>
  )
}

const ALERT_COLUMNS: readonly RecordColumn<Omit<DefinedAlert, 'id'>>[] = [
  {
    header: 'Alert',
    cell: ({ title, report, condition, present }) => (
      <div>
        {title}
        {condition !== title && <span className="block text-sm font-normal">{condition}</span>}
        <span className="block text-sm font-normal text-soft">
          {present === null ? (
            report
          ) : (
            <Link to={present.url} className="underline">
              {report}
            </Link>
          )}
        </span>
      </div>
    ),
  },
  {
    header: 'State (since, UTC)',
    isNarrow: true,
    cell: ({ firingSince }) =>
      firingSince === null ? (
        <Badge>Quiet</Badge>
      ) : (
        <>
          <Badge tone="bad">Firing</Badge> <Moment at={firingSince} />
        </>
      ),
  },
  { header: 'Present values', cell: (alert) => <PresentValues alert={alert} /> },
]
