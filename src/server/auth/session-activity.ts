import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app-deps.ts'
import { isUnavailable, getErrorReason } from '../database/errors.ts'
import { createPeriodicTask } from '../periodic-task.ts'
import { type SessionHolder, storeSessionUses } from './sessions.ts'
import { ACTIVITY_INTERVAL_MS, sessionBounds } from './session-lifetime.ts'

/** When each session was last used in this process. */
export interface SessionActivity {
  /** Records that a session was used; stored later, together with the uses of other sessions. */
  readonly record: (sessionId: string, at: Date) => void
  /** When a session was last used: the stored time, or a later one that this process recorded. */
  readonly lastUse: (session: Pick<SessionHolder, 'sessionId' | 'lastUsedAt'>) => Date
}

/**
 * Tracks the use of sessions without delaying the requests that use them: every few seconds what was recorded is
 * stored in one statement, at most one at a time, and once more when the app closes. What cannot be stored is kept for
 * the next time, so that a session which is used here does not become idle here while the database refuses writes.
 */
export function trackSessionActivity(
  app: FastifyInstance,
  { engine, clock, sessions }: Pick<AppOptions, 'engine' | 'clock' | 'sessions'>,
  intervalMs = ACTIVITY_INTERVAL_MS,
): SessionActivity {
  const lastUses = new Map<string, Date>()
  const unstored = new Set<string>()
  let isFailing = false

  const report = (error: unknown) => {
    if (!isUnavailable(error)) app.log.error({ err: error }, 'session activity could not be stored')
    else if (!isFailing)
      app.log.warn({ reason: getErrorReason(error) }, 'session activity is not being stored')
    isFailing = true
  }
  const store = async () => {
    dropIdle(lastUses, sessionBounds(clock(), sessions).usedAfter)
    const uses = [...lastUses].filter(([id]) => unstored.has(id)).map(([id, at]) => ({ id, at }))
    unstored.clear()
    try {
      await storeSessionUses(engine, uses)
      isFailing = false
    } catch (error) {
      for (const { id } of uses) unstored.add(id)
      report(error)
    }
  }
  const task = createPeriodicTask(store, intervalMs)
  app.addHook('onClose', async () => {
    await task.stop()
    await store()
  })

  return {
    record: (sessionId, at) => {
      const known = lastUses.get(sessionId)
      if (known !== undefined && known >= at) return
      lastUses.set(sessionId, at)
      unstored.add(sessionId)
    },
    lastUse: ({ sessionId, lastUsedAt }) => {
      const known = lastUses.get(sessionId)
      return known !== undefined && known > lastUsedAt ? known : lastUsedAt
    },
  }
}

function dropIdle(lastUses: Map<string, Date>, usedAfter: Date): void {
  for (const [sessionId, at] of lastUses) if (at <= usedAfter) lastUses.delete(sessionId)
}
