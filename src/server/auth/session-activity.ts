import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app-deps.ts'
import { isUnavailable, getErrorReason } from '../database/errors.ts'
import { createPeriodicTask } from '../periodic-task.ts'
import { type SessionUser, storeSessionUses } from './sessions.ts'
import { ACTIVITY_INTERVAL_MS, computeSessionBounds } from './session-lifetime.ts'

/** When each session was last used in this process. */
export interface SessionActivity {
  /** Records that a session was used; stored later, together with the uses of other sessions. */
  readonly record: (sessionId: string, at: Date) => void
  /** When a session was last used: the stored time, or a later one that this process recorded. */
  readonly lastUse: (session: Pick<SessionUser, 'sessionId' | 'lastUsedAt'>) => Date
}

/**
 * Tracks the use of sessions without delaying requests: recorded uses are stored every few seconds in one statement,
 * at most one at a time, and once more when the app closes. Uses that could not be stored are stored the next time, so
 * that a used session does not become idle in this process while the database rejects writes.
 */
export function trackSessionActivity(
  app: FastifyInstance,
  { handle, clock, sessions }: Pick<AppOptions, 'handle' | 'clock' | 'sessions'>,
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
    dropIdle(lastUses, computeSessionBounds(clock(), sessions).usedAfter)
    const uses = [...lastUses].filter(([id]) => unstored.has(id)).map(([id, at]) => ({ id, at }))
    unstored.clear()
    try {
      await storeSessionUses(handle, uses)
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
