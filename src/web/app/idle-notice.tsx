import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Account } from '../../../schemas/api/auth.ts'
import { lenient, lenientRecord } from '../../../schemas/api/lenient.ts'
import { ValidationResult } from '../api/auth-api.ts'
import { readSessionUse, storeIdleMinutes } from '../api/session-store.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { whenIdle } from '../kit/lazy-loading.tsx'
import { useApi } from '../contexts/portal-contexts.ts'

/** How long before the end of a session the notice is shown. */
const NOTICE_MS = 120_000
/** A server lets a session live a little longer: it stores uses every few seconds. */
const GRACE_MS = 15_000
const TICK_MS = 5_000
/** How often a session that should have ended is validated. */
const CHECK_MS = 60_000

/** Says whether the end of a session is so near that the notice is shown: two minutes, or half of a short limit. */
export const isEndNear = (idleMinutes: number, left: number): boolean =>
  left > 0 && left <= Math.min(NOTICE_MS, idleMinutes * 30_000)

const AccountResult = lenientRecord(lenient(Account, ['idleMinutes']))

/**
 * Shows a notice two minutes before a session ends that is not used. Requests of all tabs count as use. Once the time is
 * over the session is validated, which leads to the sign-in. The API is asked for the limit once the page is painted.
 */
const IdleNotice = () => {
  const api = useApi()
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const checkedAt = useRef(0)
  const validate = () => api.post('/auth/validate-token', { schema: ValidationResult }).catch(() => undefined)

  const tick = useEffectEvent(() => {
    const now = Date.now()
    const use = readSessionUse(now)
    if (use === null) return
    setShown(isEndNear(use.idleMinutes, use.left))
    if (use.left > -GRACE_MS || now - checkedAt.current < CHECK_MS) return
    checkedAt.current = now
    void validate()
  })
  useEffect(() => {
    const request = new AbortController()
    const { signal } = request
    const cancel = whenIdle(() => {
      api.get('/v1/account', { schema: AccountResult, signal }).then(
        ({ records }) => storeIdleMinutes(records.idleMinutes),
        () => undefined,
      )
    })
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', () => tick(), { signal })
    addEventListener('storage', () => tick(), { signal })
    return () => {
      cancel()
      request.abort()
      clearInterval(timer)
    }
  }, [api])

  if (!isShown) return null
  const stay = async () => {
    setBusy(true)
    await validate()
    setBusy(false)
    tick()
  }
  return (
    <div
      data-screen-only
      className="fixed bottom-4 right-4 z-40 flex w-[356px] max-w-[calc(100vw-32px)] animate-slide-in flex-col items-start gap-2 rounded-card bg-raised px-4 py-3 shadow-float"
    >
      <p role="alert" className="flex items-start gap-2">
        <Icon name="lock" className="mt-0.5 text-soft" />
        <span>You will be signed out soon, because the portal is not used.</span>
      </p>
      <Button variant="primary" busy={isBusy} onClick={() => void stay()}>
        Stay signed in
      </Button>
    </div>
  )
}

export default IdleNotice
