import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/engine.ts'
import { isUnavailable } from './database/faults.ts'
import { touchSession } from './repositories/sessions.ts'

/** How long a request waits until it is stored that its session was used, in milliseconds. */
const PATIENCE_MS = 100

/** Stores that sessions are used. */
export type NoteSession = (sessionId: string, now: Date, log: FastifyBaseLogger) => Promise<void>

/**
 * Notes the use of sessions without standing in the way of what uses them: a request that only reads goes on while
 * another process writes, or while there is no room (S74). Each session has one note under way at most.
 */
export function createSessionNotes(database: Database): NoteSession {
  const underWay = new Set<string>()
  return async (sessionId, now, log) => {
    if (underWay.has(sessionId)) return
    underWay.add(sessionId)
    const noted = touchSession(database, sessionId, now)
      .catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'the use of a session was not noted')
      })
      .finally(() => underWay.delete(sessionId))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS)
    })
    await Promise.race([noted, late])
    clearTimeout(timer)
  }
}
