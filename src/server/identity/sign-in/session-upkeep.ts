import type { FastifyInstance } from 'fastify'
import type { Connection, DatabaseHandle } from '../../platform/database/handle.ts'
import { repeatWhileListening, storeRegularly } from '../../platform/periodic-task.ts'
import {
  computeSessionBounds,
  deleteEndedSessions,
  type SessionRules,
  storeSessionUses,
} from '../accounts/sessions.ts'
import { deleteEndedTokens } from '../accounts/tokens.ts'
import { checkClock, deleteOldAuditEvents } from '../../platform/history/history-repository.ts'
import { deleteExpiredNetworks, deleteEndedLoginCounters } from './login-limits.ts'

interface UpkeepContext {
  readonly handle: DatabaseHandle
  readonly clock: () => Date
  readonly sessions: SessionRules
}

export type SessionActivity = ReturnType<typeof trackSessionActivity>

/**
 * Tracks the use of sessions without delaying requests: recorded uses are stored every few seconds in one statement,
 * at most one at a time, and once more when the app closes. Uses that could not be stored are stored the next time, so
 * that a used session does not become idle in this process while the database rejects writes.
 */
export function trackSessionActivity(app: FastifyInstance, { handle, clock, sessions }: UpkeepContext) {
  const lastUses = new Map<string, Date>()
  const unstored = new Set<string>()
  const store = async () => {
    const { usedAfter } = computeSessionBounds(clock(), sessions)
    for (const [id, at] of lastUses) if (at <= usedAfter && lastUses.delete(id)) unstored.delete(id)
    const uses = [...lastUses].filter(([id]) => unstored.has(id)).map(([id, at]) => ({ id, at }))
    await storeSessionUses(handle, uses)
    for (const { id, at } of uses) if (lastUses.get(id) === at) unstored.delete(id)
  }
  storeRegularly(app, store, 'session activity is not being stored')

  return {
    /** Records that a session was used; stored later, together with the uses of other sessions. */
    record: (sessionId: string, usedAt: Date): void => {
      const lastUse = lastUses.get(sessionId)
      if (lastUse !== undefined && lastUse >= usedAt) return
      lastUses.set(sessionId, usedAt)
      unstored.add(sessionId)
    },
    /** Returns when a session was last used: the stored time, or a later one that this process recorded. */
    lastUse: (sessionId: string, storedUse: Date): Date => {
      const lastUse = lastUses.get(sessionId)
      return lastUse !== undefined && lastUse > storedUse ? lastUse : storedUse
    },
  }
}

const HOUR_MS = 3_600_000

/**
 * Deletes expired sessions and tokens, login counters, known networks, events of the history, and what `deletions` delete,
 * when the app starts to listen and every hour after that. Only login counters, which last minutes, are deleted while no event of the history confirms the clock.
 * Each is one statement, which changes nothing if there is nothing to delete. Errors are only logged: expired rows have no effect.
 */
export function scheduleCleanUp(
  app: FastifyInstance,
  { handle, clock, sessions, auditDays }: UpkeepContext & { readonly auditDays: number },
  deletions: readonly ((db: Connection, now: Date) => Promise<void>)[],
): void {
  const { database } = handle
  let isDoubtful = false
  const cleanUp = async () => {
    const now = clock()
    await deleteEndedLoginCounters(database, now)
    const trust = await checkClock(database, now)
    if (trust === 'confirmed') {
      await deleteEndedSessions(database, computeSessionBounds(now, sessions))
      await deleteEndedTokens(database, now)
      await deleteExpiredNetworks(database, now)
      await deleteOldAuditEvents(database, now, auditDays)
      for (const deleteOld of deletions) await deleteOld(database, now)
    } else if (trust === 'doubtful' && !isDoubtful)
      app.log.warn('expired data is not deleted: no event of the last days confirms the clock')
    isDoubtful = trust === 'doubtful'
    await handle.foldVersions?.()
  }
  repeatWhileListening(app, cleanUp, HOUR_MS, 'ended sessions were not deleted')
}
