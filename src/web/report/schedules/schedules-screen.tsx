import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Job } from '../../../../schemas/api/job.ts'
import { lenientRecord } from '../../../../schemas/api/lenient.ts'
import { Schedule, type ScheduleRun } from '../../../../schemas/api/schedule.ts'
import { buildActionTexts } from '../../administration/error-messages.ts'
import { RecordListCard, type RecordListProps, usePagedList } from '../../administration/record-list.tsx'
import { useDeletion, useExclusiveMutation } from '../../administration/record-mutations.tsx'
import { useScreenBanner } from '../../administration/record-page.tsx'
import type { Resource } from '../../administration/resource.ts'
import { describeFailure } from '../../api/read-response.ts'
import { Button } from '../../kit/button.tsx'
import { createActionsColumn, type RecordColumn, Moment } from '../../kit/resource-table.tsx'
import { Badge } from '../../kit/switch.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'
import { hasFeature } from '../../contexts/portal-settings.ts'
import { describeDue } from './due-times.ts'
import ScheduleDialog from './schedule-dialog.tsx'
import type { Sent } from './schedule-dialog.tsx'

const ownSchedules: Resource<Schedule> = { path: '/v1/schedules', schema: Schedule }
const all: Resource<Schedule> = { ...ownSchedules, list: { path: '/v1/deliveries', query: {} } }
const failedJobs: Resource<Job> = {
  path: '/v1/jobs',
  schema: Job,
  list: { path: '/v1/jobs', query: { state: 'failed' } },
}

/** Shows `/roles/deliveries`: what is sent to whom, how it went, and what has failed. */
const DeliveriesScreen = () => (
  <>
    {hasFeature('schedules') && <ScheduleList title="What is sent regularly" source={all} />}
    <FailedJobs />
  </>
)

export default DeliveriesScreen

export const OwnSchedules = () => (
  <ScheduleList title="What is sent for you regularly" source={ownSchedules} />
)

const ScheduleList = ({ title, source }: RecordListProps<Schedule>) => {
  const api = useApi()
  const banner = useScreenBanner()
  const queries = useQueryClient()
  const isOwn = source === ownSchedules
  const list = usePagedList(source)
  const deletion = useDeletion({
    source: ownSchedules,
    texts: buildActionTexts('Schedule deleted', 'deleting the schedule'),
    ask: (schedule) =>
      isOwn
        ? { question: 'Delete this schedule?', confirmLabel: 'Delete', detail: schedule.title }
        : { question: 'End this schedule?', confirmLabel: 'End', detail: describeEnd(schedule) },
  })
  const change = useExclusiveMutation<string, () => Promise<string>>({
    mutationFn: (run) => run(),
    onSuccess: (text) => (text === '' ? banner.clear() : banner.show(text)),
    onError: (error) => banner.show(describeFailure(error, 'The schedule was not changed.')),
    onSettled: () => queries.invalidateQueries({ queryKey: [ownSchedules.path] }),
  })
  const [edited, setEdited] = useState<Sent | null>(null)
  const edit = async (path: string) => {
    const { data, etag } = await api.send('GET', path, { schema: lenientRecord(Schedule) })
    setEdited({ schedule: data.records, etag })
    return ''
  }
  const pause = async (path: string, { paused }: Schedule) => {
    await api.put(`${path}/paused`, { body: { paused: !paused } })
    return `Schedule ${paused ? 'resumed' : 'paused'} successfully!`
  }
  const send = async (path: string) => {
    await api.post(`${path}/send`)
    return 'Sending started successfully! Refresh shows how it went.'
  }
  const run = (work: (path: string, schedule: Schedule) => Promise<string>) => (schedule: Schedule) =>
    change.mutate(() => work(`${ownSchedules.path}/${schedule.id}`, schedule))
  const isOffered = ({ file }: Schedule) => isOwn && file === null
  const actions = createActionsColumn<Schedule>([
    { icon: 'edit', label: 'Edit', isOffered, onClick: run(edit) },
    { icon: 'pause', label: 'Pause', isOffered: ({ paused }) => !paused, onClick: run(pause) },
    { icon: 'play', label: 'Resume', isOffered: ({ paused }) => paused, onClick: run(pause) },
    { icon: 'send', label: 'Send now', onClick: run(send) },
    {
      icon: 'trash',
      label: isOwn ? 'Delete' : 'End',
      danger: true,
      isOffered: ({ file }) => file === null,
      onClick: deletion.request,
    },
  ])
  const columns = [...scheduleColumns, actions].filter(({ header }) => !isOwn || header !== 'Owner')
  return (
    <>
      <RecordListCard
        title={title}
        list={list}
        columns={columns}
        none={`Nothing is sent regularly. ${isOwn ? 'Reports and dashboards have a button for it.' : 'Super administrators are not listed.'}`}
        tools={
          <Button size="small" busy={list.isBusy} onClick={list.retry}>
            Refresh
          </Button>
        }
      />
      {edited !== null && (
        <ScheduleDialog
          sent={edited}
          onClose={() => setEdited(null)}
          onSaved={() => void queries.invalidateQueries({ queryKey: [ownSchedules.path] })}
        />
      )}
      {deletion.dialog}
    </>
  )
}

const describeEnd = ({ title, owner }: Schedule): string =>
  `${title} of ${owner} is sent no more and is removed. The history says who ended it.`

const RESULTS = { sent: 'good', skipped: 'neutral', failed: 'bad' } as const

/** Shows when a schedule was sent, and how that ended. */
const Run = ({ run: { at, result, text } }: { readonly run: ScheduleRun }) => (
  <p>
    <Badge tone={RESULTS[result]}>{result}</Badge> <Moment at={at} />
    <span className="block text-sm text-soft">{text}</span>
  </p>
)

const scheduleColumns: readonly RecordColumn<Schedule>[] = [
  {
    header: 'What',
    cell: ({ title, due, file }) => (
      <>
        {title}
        <span className="block text-sm font-normal text-soft">{`${describeDue(due)}${file === null ? '' : `, from schedules/${file}.json`}`}</span>
      </>
    ),
  },
  { header: 'Owner', cell: ({ owner }) => owner },
  {
    header: 'Last (UTC)',
    cell: ({ runs: [last, ...earlier] }) =>
      last !== undefined && (
        <>
          <Run run={last} />
          {earlier.length > 0 && (
            <details className="text-sm text-soft">
              <summary>Earlier</summary>
              {earlier.map((run) => (
                <Run key={run.at} run={run} />
              ))}
            </details>
          )}
        </>
      ),
  },
  {
    header: 'Next (UTC)',
    cell: ({ paused, nextAt }) =>
      paused ? 'Paused' : nextAt === null ? 'With the next alert' : <Moment at={nextAt} />,
  },
  {
    header: 'To',
    cell: ({ recipients, unsubscribed }) =>
      recipients
        .map((address) => (unsubscribed.includes(address) ? `${address} (unsubscribed)` : address))
        .join(', '),
  },
]

const failedColumns: readonly RecordColumn<Job>[] = [
  { header: 'What', cell: ({ kind, subject }) => `${kind.replace('-', ' ')} ${subject}` },
  { header: 'Due (UTC)', cell: ({ dueAt }) => <Moment at={dueAt} /> },
  { header: 'Error', cell: ({ lastError }) => lastError ?? '' },
]

const FailedJobs = () => {
  const list = usePagedList(failedJobs)
  const texts = { title: 'What could not be sent', none: 'Nothing has failed.' }
  return <RecordListCard {...texts} list={list} columns={failedColumns} />
}
