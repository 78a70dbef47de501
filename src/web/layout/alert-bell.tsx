import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type AlertEpisode, AlertList } from '../../../schemas/api/alert.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { whenIdle } from '../kit/lazy-loading.tsx'
import { formatUtc } from '../kit/page.tsx'
import { useApi } from '../contexts/portal-contexts.ts'

/** Lists the alerts of the reports that the user may open; null until they are loaded. */
type Loaded = readonly AlertEpisode[] | 'failed' | null

/**
 * Shows the number of alerts that fire, and the way to their list. It is read with each page and not by the clock,
 * because a request counts as use of the session.
 */
const AlertBell = () => {
  const api = useApi()
  const { pathname } = useLocation()
  const [alerts, setAlerts] = useState<Loaded>(null)
  const [isOpen, setOpen] = useState(false)
  const load = useCallback(
    (_page: string) =>
      api.get('/v1/alerts', { schema: AlertList }).then(
        ({ records }) => setAlerts(records),
        () => setAlerts('failed'),
      ),
    [api],
  )
  useEffect(() => whenIdle(() => void load(pathname)), [load, pathname])
  const count = Array.isArray(alerts) ? alerts.filter(({ endedAt }) => endedAt === null).length : 0
  const hasNews = alerts === 'failed' || (alerts !== null && alerts.length > 0)
  const name = Array.isArray(alerts) ? `Alerts: ${count === 0 ? 'none' : count} firing` : 'Alerts'
  return (
    <>
      <IconButton
        label={name}
        aria-haspopup="dialog"
        // On a phone the name of the portal needs the room, unless something has fired lately.
        className={hasNews ? 'relative' : 'relative max-md:hidden'}
        onClick={() => {
          setOpen(true)
          void load(pathname)
        }}
      >
        <Icon path={BELL} />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute -right-0.5 -top-0.5 min-w-4 rounded-full bg-danger px-1 text-center text-[11px]/4 font-semibold text-on-danger"
          >
            {count}
          </span>
        )}
      </IconButton>
      {isOpen && <AlertDialog alerts={alerts} onClose={() => setOpen(false)} />}
    </>
  )
}

export default AlertBell

type DialogProps = {
  readonly alerts: Loaded
  readonly onClose: () => void
}

/** Shows the alerts that fire, and those that ended lately: what, since when, which rows and values. */
const AlertDialog = ({ alerts, onClose }: DialogProps) => (
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

const BELL = 'M3 11.5h10L11.8 10V7a3.8 3.8 0 0 0-7.6 0v3ZM6.7 13.8h2.6'

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
