import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AlertReplay, AlertReplayList } from '../../../schemas/api/alert.ts'
import { withQueries } from '../administration/query-provider.tsx'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ToggleGroup } from '../kit/toggle-group.tsx'
import { useApi } from '../contexts/portal-contexts.ts'

const spans = ['4', '12', '26', '52'] as const

type Props = { readonly report: string; readonly onClose: () => void }

/** Says how often the alerts of a report would have fired, and when. */
const ReplayDialog = ({ report, onClose }: Props) => {
  const api = useApi()
  const [weeks, setWeeks] = useState<(typeof spans)[number]>('12')
  const query = { report, weeks }
  const { data, isError } = useQuery({
    queryKey: ['alert-replays', query],
    queryFn: ({ signal }) => api.get('/v1/alerts/replay', { query, schema: AlertReplayList, signal }),
  })
  return (
    <Dialog
      title="How often would alerts have fired?"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3">
        <div className="flex items-center gap-2">
          <span className="text-sm text-soft">Weeks</span>
          <ToggleGroup
            label="Weeks"
            options={spans.map((value) => ({ value, label: value }))}
            value={weeks}
            onChange={setWeeks}
          />
        </div>
        {isError ? (
          <p role="alert">The alerts could not be evaluated.</p>
        ) : data === undefined ? (
          <p className="text-soft">Loading...</p>
        ) : (
          <ul className="-mx-5 max-h-[60vh] divide-y overflow-y-auto border-y">
            {data.records.map((replay) => (
              <Replay key={replay.title} replay={replay} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

export default withQueries(ReplayDialog)

const countTimes = (count: number): string =>
  count === 0 ? 'Never' : count === 1 ? 'Once' : `${count} times`

const Replay = ({ replay: { title, days, steps, hint, episodes } }: { readonly replay: AlertReplay }) => (
  <li className="flex flex-col gap-1 px-5 py-3">
    <h3 className="break-words font-semibold">{title}</h3>
    <p className="text-sm text-soft">
      {days === null
        ? 'No records'
        : `${countTimes(episodes.length)} in ${steps} evaluations, ${days.first} to ${days.last}`}
    </p>
    {hint !== '' && <p className="text-sm text-soft">{hint}</p>}
    <ul className="text-sm tabular-nums">
      {episodes.toReversed().map(({ began, ended, rows, hiddenRows }) => (
        <li key={began} className="flex flex-wrap justify-between gap-x-3">
          <span>{ended === null ? `${began}, and still fires` : `${began} until ${ended}`}</span>
          <span className="min-w-0 break-words text-soft">
            {[
              ...rows.map(({ subject, text }) => [subject, text].filter(Boolean).join(' ')),
              ...(hiddenRows > 0 ? [`and ${hiddenRows} more`] : []),
            ].join(', ')}
          </span>
        </li>
      ))}
    </ul>
  </li>
)
