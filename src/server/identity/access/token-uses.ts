import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TokenGrant } from '../accounts/sessions.ts'
import { storeTokenUse, type TokenUse } from '../accounts/tokens.ts'
import { formatRoute, logAuditEvent } from '../../platform/history/request-events.ts'
import type { DatabaseHandle } from '../../platform/database/handle.ts'
import { getClientAddress } from '../../platform/http/client-network.ts'
import { ApiError } from '../../platform/http/responses.ts'
import { storeRegularly } from '../../platform/periodic-task.ts'

/** The most calls with one token in a minute, counted by each process. */
const CALLS_PER_MINUTE = 60
const MINUTE_MS = 60_000

export type TokenUses = ReturnType<typeof trackTokenUses>

/** Counts and logs the calls with tokens for machines; their last uses are stored every few seconds and at the end. */
export function trackTokenUses(
  app: FastifyInstance,
  { handle, clock }: { readonly handle: DatabaseHandle; readonly clock: () => Date },
) {
  const unstored = new Map<number, TokenUse>()
  const calls = new Map<number, number>()
  let minute = 0
  const store = async () => {
    for (const [id, use] of unstored) {
      await storeTokenUse(handle, id, use)
      if (unstored.get(id) === use) unstored.delete(id)
    }
  }
  storeRegularly(app, store, 'the use of tokens is not being stored')
  const count = (id: number, now: number): number => {
    const current = Math.floor(now / MINUTE_MS)
    if (current !== minute) calls.clear()
    minute = current
    const counted = (calls.get(id) ?? 0) + 1
    calls.set(id, counted)
    return counted
  }
  return {
    /** Records a call. Throws 429 beyond the limit, until the next minute begins. */
    record: (request: FastifyRequest, { id }: TokenGrant): void => {
      const now = clock()
      const line = { method: request.method, route: formatRoute(request) }
      if (count(id, now.getTime()) > CALLS_PER_MINUTE) {
        logAuditEvent(request, 'token refused', line)
        const seconds = Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1000)
        throw new ApiError(429, 'Too many calls with this token. Please try again later.', seconds)
      }
      unstored.set(id, { at: now, address: getClientAddress(request.ip) })
      logAuditEvent(request, 'token used', line)
    },
    /** The last use of a token that is not stored yet. */
    getUnstored: (id: number): TokenUse | undefined => unstored.get(id),
  }
}
