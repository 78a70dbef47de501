import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { audit } from '../audit.ts'
import { idleSince } from '../guard.ts'
import { findAccount, nameKey, storePasswordHash } from '../repositories/accounts.ts'
import {
  clearLoginCounter,
  countLoginFailure,
  dropEndedLoginCounters,
  findLoginRefusal,
} from '../repositories/login-counters.ts'
import { dropEndedSessions, storeSession } from '../repositories/sessions.ts'
import { LOGIN_WINDOW_MINUTES, loginCounters } from './login-limits.ts'
import { newToken, tokenHash } from './token.ts'

/**
 * Opens a session, or throws 401, or 429 with the time until tries are taken again (R38).
 * The limits are asked within the hashing queue, so that tries sent at once cannot outrun the count (S2).
 */
export function login(deps: AppDeps, request: FastifyRequest, username: string, password: string) {
  const { database, passwords, clock } = deps
  const counters = loginCounters(nameKey(username), request.ip)
  return passwords.queue(async () => {
    const account = await findAccount(database, username)
    const told = { account: account?.userId ?? null }
    const refusedUntil = await findLoginRefusal(database, counters, clock())
    if (refusedUntil !== undefined) {
      audit(request, 'sign-in refused', told)
      throw tooMany(refusedUntil, clock())
    }
    const matches = await passwords.verify(account?.passwordHash, password)
    if (account === undefined || !matches || !account.active) {
      audit(request, 'sign-in failed', told)
      const counted = await countLoginFailure(database, counters, clock(), LOGIN_WINDOW_MINUTES)
      if (counted) throw new ApiError(401, 'Invalid username or password.')
      throw tooMany((await findLoginRefusal(database, counters, clock())) ?? clock(), clock())
    }
    if (passwords.isOutdated(account.passwordHash)) {
      await storePasswordHash(database, account.id, await passwords.hash(password))
    }
    if (counters[0] !== undefined) await clearLoginCounter(database, counters[0])
    const session = await openSession(deps, account.id)
    audit(request, 'signed in', { caller: account.userId })
    return { ...session, role: account.roleName }
  })
}

async function openSession({ database, clock, sessions }: AppDeps, userId: number) {
  const now = clock()
  await dropEndedSessions(database, now, idleSince(now, sessions.idleMinutes))
  await dropEndedLoginCounters(database, now)
  const accessToken = newToken()
  const sessionId = newToken()
  await storeSession(database, {
    id: sessionId,
    tokenHash: tokenHash(accessToken),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessions.hours * 3_600_000),
  })
  return { accessToken, sessionId }
}

function tooMany(until: Date, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new ApiError(429, 'Too many failed logins. Please try again later.', seconds)
}
