import type { FastifyRequest } from 'fastify'
import { getCurrentUser } from '../access/authorization.ts'
import { endUserSessions } from '../accounts/sessions.ts'
import { endUserTokens } from '../accounts/tokens.ts'
import type { RecordEvent } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'

/** Ends the other sessions of the caller, and the caller's tokens unless they are kept. Returns the number of sessions. */
export async function endOtherAccess(
  trx: Connection,
  request: FastifyRequest,
  keepsTokens: boolean,
  recordEvent: RecordEvent,
): Promise<number> {
  const { userId, username: user, sessionId } = getCurrentUser(request)
  const labels = keepsTokens ? [] : await endUserTokens(trx, userId)
  for (const token of labels) recordEvent('token ended', { user, token })
  return endUserSessions(trx, userId, sessionId)
}
