import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { isUnavailable, getErrorReason } from './database/errors.ts'
import { createPeriodicTask } from './periodic-task.ts'
import { deleteExpiredNetworks } from './auth/known-networks.ts'
import { deleteEndedLoginCounters } from './auth/login-counters.ts'
import { deleteEndedSessions } from './auth/sessions.ts'
import { computeSessionBounds } from './auth/session-lifetime.ts'

const HOUR_MS = 3_600_000

/**
 * Deletes expired sessions, login counters and known networks, when the app starts to listen and every hour
 * after that. Each is one statement, which changes nothing if there is nothing to delete. Errors are only logged:
 * expired rows have no effect.
 */
export function scheduleCleanUp(
  app: FastifyInstance,
  { database, clock, sessions }: Pick<AppDeps, 'database' | 'clock' | 'sessions'>,
): void {
  const cleanUp = async () => {
    const now = clock()
    try {
      await deleteEndedSessions(database, computeSessionBounds(now, sessions))
      await deleteEndedLoginCounters(database, now)
      await deleteExpiredNetworks(database, now)
    } catch (error) {
      if (isUnavailable(error))
        app.log.warn({ reason: getErrorReason(error) }, 'ended sessions were not deleted')
      else app.log.error({ err: error }, 'ended sessions were not deleted')
    }
  }
  const task = createPeriodicTask(cleanUp, HOUR_MS)
  app.addHook('onListen', async () => void task.run())
  app.addHook('onClose', () => task.stop())
}
