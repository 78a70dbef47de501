import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { getCurrentUser } from '../access/authorization.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import { endInvitation } from '../accounts/invitations.ts'
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

/**
 * Replaces the password of a user, and ends the user's invitation, sessions, tokens and failed sign-ins. One that an
 * administrator has set only serves to choose a new one (spec 7.23), except for demo accounts.
 */
export async function replacePassword(
  trx: Connection,
  { id, userId }: { readonly id: number; readonly userId: string },
  passwordHash: string,
  isChangeRequired: boolean,
): Promise<void> {
  const password_change_required = isChangeRequired ? sql<number>`1 - demo` : 0
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_change_required })
    .where('id', '=', id)
    .execute()
  await endInvitation(trx, id)
  await deleteLoginCounters(trx, normalizeName(userId))
  await endUserSessions(trx, id)
  await endUserTokens(trx, id)
}
