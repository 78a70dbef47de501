import { Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type AlertEpisode, AlertList } from '../../../schemas/api/alert.ts'
import { Icon } from '../components/icon.tsx'
import { lazyWithPreload, whenIdle } from '../components/lazy-loading.tsx'
import { useApi } from '../contexts/portal-contexts.ts'

const { Component: AlertDialog } = lazyWithPreload(() => import('./alert-dialog.tsx'))

/** The alerts of the reports that the user may open; null until they are loaded. */
type Loaded = readonly AlertEpisode[] | 'failed' | null

/**
 * The number of alerts that fire, and the way to their list. It is read with each page and not by the clock, because a
 * request counts as use of the session.
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
  const name = Array.isArray(alerts) ? `Alerts: ${count === 0 ? 'none' : count} firing` : 'Alerts'
  return (
    <>
      <button
        type="button"
        aria-label={name}
        aria-haspopup="dialog"
        title={name}
        onClick={() => {
          setOpen(true)
          void load(pathname)
        }}
        className="relative inline-flex size-8 items-center justify-center rounded-control text-soft transition-colors hover:bg-sunken hover:text-ink"
      >
        <Icon name="bell" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute -right-0.5 -top-0.5 min-w-4 rounded-full bg-danger px-1 text-center text-[11px]/4 font-semibold text-on-danger"
          >
            {count}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <AlertDialog alerts={alerts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export default AlertBell
