import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Account } from '../../../schemas/api/auth.ts'
import { lenient, lenientRecord } from '../../../schemas/api/lenient.ts'
import { ValidationResult } from '../api/auth-api.ts'
import { lastUse } from '../api/client.ts'
import { ApiError } from '../api/response.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { whenIdle } from '../components/lazy-loading.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import { getTimeLeft, readSessionUse, type SessionUse, storeSessionUse } from '../api/session-use.ts'

/** How long before the end of a session the notice is shown. */
const NOTICE_MS = 120_000

/** A server lets a session live a little longer: it stores uses every few seconds. */
const GRACE_MS = 15_000

const TICK_MS = 5_000
/** How often a session that should have ended is validated. */
const CHECK_MS = 60_000

/** Whether the end of a session is so near that the notice is shown: two minutes, or half of a short limit. */
export const isEndNear = (use: SessionUse, now: number): boolean => {
  const left = getTimeLeft(use, now)
  return left > 0 && left <= Math.min(NOTICE_MS, use.idleMinutes * 30_000)
}

const AccountResult = lenientRecord(lenient(Account, ['idleMinutes']))

/** The notice for the limit of the signed-in user; the API is asked for it once the page is painted. */
const IdleNotice = () => {
  const api = useApi()
  const [idleMinutes, setIdleMinutes] = useState<number | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const cancel = whenIdle(() => {
      api.get('/v1/account', { schema: AccountResult, signal: request.signal }).then(
        ({ records }) => setIdleMinutes(records.idleMinutes),
        () => undefined,
      )
    })
    return () => {
      cancel()
      request.abort()
    }
  }, [api])
  return idleMinutes !== null && <Notice idleMinutes={idleMinutes} />
}

export default IdleNotice

type Props = {
  /** After so many minutes without a request the session ends. */
  readonly idleMinutes: number
}

/**
 * A notice two minutes before a session ends that is not used. Requests of all tabs count as use. Once the time is
 * over the session is validated, which leads to the sign-in.
 */
const Notice = ({ idleMinutes }: Props) => {
  const api = useApi()
  /** Milliseconds until the end, while the notice is shown. */
  const [left, setLeft] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const checkedAt = useRef(0)

  const validate = () => api.post('/auth/validate-token', { schema: ValidationResult })

  const tick = useEffectEvent(() => {
    const now = Date.now()
    const stored = readSessionUse()
    const use = { at: Math.max(lastUse.at, stored?.at ?? 0), idleMinutes }
    if (use.at !== stored?.at || stored.idleMinutes !== idleMinutes) storeSessionUse(use)
    setLeft(isEndNear(use, now) ? getTimeLeft(use, now) : null)
    if (getTimeLeft(use, now) > -GRACE_MS || now - checkedAt.current < CHECK_MS) return
    checkedAt.current = now
    validate().catch(() => undefined)
  })

  useEffect(() => {
    // The call that returned the limit was a use as well.
    lastUse.at = Math.max(lastUse.at, Date.now())
    const first = setTimeout(tick)
    const timer = setInterval(tick, TICK_MS)
    const handleReturn = () => tick()
    document.addEventListener('visibilitychange', handleReturn)
    addEventListener('storage', handleReturn)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', handleReturn)
      removeEventListener('storage', handleReturn)
    }
  }, [])

  const stay = async () => {
    setBusy(true)
    try {
      await validate()
      setFailure(null)
      setLeft(null)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'The session could not be extended.')
    }
    setBusy(false)
    tick()
  }

  if (left === null) return null
  return (
    <div
      data-screen-only
      data-passing
      className="fixed bottom-4 right-4 z-40 flex w-[356px] max-w-[calc(100vw-32px)] animate-slide-in flex-col items-start gap-2 rounded-card bg-raised px-4 py-3 shadow-float"
    >
      <p role="alert" className="flex items-start gap-2">
        <Icon name="lock" className="mt-0.5 text-soft" />
        <span>You will be signed out soon, because the portal is not used.</span>
      </p>
      <p className="text-sm text-soft">{failure ?? formatLeft(left)}</p>
      <Button variant="primary" busy={isBusy} onClick={() => void stay()}>
        Stay signed in
      </Button>
    </div>
  )
}

const formatLeft = (left: number): string => {
  const seconds = Math.ceil(left / 1000)
  if (seconds > 90) return 'About 2 minutes are left.'
  return seconds > 45 ? 'About 1 minute is left.' : 'Less than 1 minute is left.'
}
