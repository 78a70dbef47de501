import type { FastifyRequest } from 'fastify'
import { getCurrentUser } from '../access/authorization.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import { clearPasswordChange, requirePasswordChange, storePasswordHash } from '../accounts/credentials.ts'
import { endUserSessions } from '../accounts/sessions.ts'
import { endUserTokens } from '../accounts/tokens.ts'
import type { RecordEvent } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { deleteLoginCounters } from './login-limits.ts'

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

/** Replaces the password of a user, and ends the user's sessions, tokens and failed sign-ins. */
export async function replacePassword(
  trx: Connection,
  { id, userId }: { readonly id: number; readonly userId: string },
  passwordHash: string,
  isChangeRequired: boolean,
): Promise<void> {
  await storePasswordHash(trx, id, passwordHash)
  if (isChangeRequired) await requirePasswordChange(trx, id)
  else await clearPasswordChange(trx, id)
  await deleteLoginCounters(trx, normalizeName(userId))
  await endUserSessions(trx, id)
  await endUserTokens(trx, id)
}
