import { Link } from 'react-router-dom'
import type { AlertEpisode } from '../../../schemas/api/alert.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { formatUtc } from '../components/page.tsx'

type Props = {
  readonly alerts: readonly AlertEpisode[] | 'failed' | null
  readonly onClose: () => void
}

/** The alerts that fire, and those that ended lately: what, since when, which rows and values. */
const AlertDialog = ({ alerts, onClose }: Props) => (
  <Dialog title="Alerts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
    {alerts === null ? (
      <p className="text-soft">Loading...</p>
    ) : alerts === 'failed' ? (
      <p role="alert">The alerts could not be loaded.</p>
    ) : alerts.length === 0 ? (
      <p className="text-soft">Nothing has fired in the last 30 days.</p>
    ) : (
      <ul className="-mx-5 max-h-[60vh] divide-y overflow-y-auto border-y">
        {alerts.map((alert) => (
          <Episode key={alert.id} alert={alert} onOpen={onClose} />
        ))}
      </ul>
    )}
  </Dialog>
)

export default AlertDialog

const formatTime = (at: string): string => formatUtc(new Date(at)).replace(' UTC', '')

const formatTimes = ({ firedAt, endedAt }: AlertEpisode): string =>
  endedAt === null
    ? `Since ${formatTime(firedAt)} UTC`
    : `${formatTime(firedAt)} to ${formatTime(endedAt)} UTC`

type EpisodeProps = { readonly alert: AlertEpisode; readonly onOpen: () => void }

const Episode = ({ alert, onOpen }: EpisodeProps) => {
  const { title, report, rows, hiddenRows, url, endedAt } = alert
  const isFiring = endedAt === null
  return (
    <li className="flex flex-col gap-1 px-5 py-3">
      <h3 className={isFiring ? 'break-words font-semibold' : 'break-words text-soft'}>
        {`${isFiring ? '' : 'Ended: '}${title}`}
      </h3>
      <p className="break-words text-sm text-soft">{`${report}. ${formatTimes(alert)}`}</p>
      <ul aria-label="Rows" className="max-h-32 overflow-y-auto text-sm tabular-nums">
        {rows.map(({ label, subject, text }) => (
          <li key={`${label}\n${subject}`} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">{[label, subject].filter(Boolean).join(', ')}</span>
            <span className="whitespace-nowrap">{text}</span>
          </li>
        ))}
        {hiddenRows > 0 && <li className="text-soft">{`and ${hiddenRows} more`}</li>}
      </ul>
      <Link
        to={url}
        onClick={onOpen}
        className="w-fit text-sm underline"
        aria-label={`Open the report: ${title}`}
      >
        Open the report
      </Link>
    </li>
  )
}
