import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { audit } from '../audit.ts'
import type { Connection } from '../database/engine.ts'
import { transact } from '../database/transact.ts'
import { findAccount, nameKey, storePasswordHash } from '../repositories/accounts.ts'
import {
  clearLoginCounter,
  countLoginFailure,
  deleteEndedLoginCounters,
  findLoginRefusal,
  type LoginCounter,
} from '../repositories/login-counters.ts'
import { deleteEndedSessions, storeSession } from '../repositories/sessions.ts'
import { sessionBounds } from '../session-lifetime.ts'
import { loginCounters } from './login-limits.ts'
import { newToken, tokenHash } from './token.ts'
import { QueueFull } from './work-queue.ts'

/**
 * Opens a session, or throws 401, or 429 with the time until tries are taken again (R38).
 * The limits are asked within the hashing queue, so that tries sent at once cannot outrun the count (S2).
 */
export async function login(deps: AppDeps, request: FastifyRequest, username: string, password: string) {
  try {
    return await tryToSignIn(deps, request, username, password)
  } catch (error) {
    const isRefusal = error instanceof QueueFull || (error instanceof ApiError && error.status === 429)
    if (isRefusal) await setTimeout(deps.passwords.refusalMs)
    throw error
  }
}

function tryToSignIn(deps: AppDeps, request: FastifyRequest, username: string, password: string) {
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
      const counted = await countLoginFailure(database, counters, clock())
      if (counted) throw new ApiError(401, 'Invalid username or password.')
      throw tooMany((await findLoginRefusal(database, counters, clock())) ?? clock(), clock())
    }
    if (passwords.isOutdated(account.passwordHash)) {
      await storePasswordHash(database, account.id, await passwords.hash(password))
    }
    const session = await openSession(deps, account.id, counters)
    audit(request, 'signed in', { caller: account.userId })
    return { ...session, role: account.roleName }
  })
}

/** Opens a session, forgets the failures that went before, and clears away what has ended: one write for all. */
async function openSession(
  { database, clock, sessions }: AppDeps,
  userId: number,
  [ofThisAddress]: readonly LoginCounter[],
) {
  const now = clock()
  const accessToken = newToken()
  const sessionId = newToken()
  const work = async (trx: Connection) => {
    if (ofThisAddress !== undefined) await clearLoginCounter(trx, ofThisAddress)
    await deleteEndedSessions(trx, sessionBounds(now, sessions))
    await deleteEndedLoginCounters(trx, now)
    await storeSession(trx, {
      id: sessionId,
      tokenHash: tokenHash(accessToken),
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessions.hours * 3_600_000),
    })
  }
  await transact(database, work, 'read committed')
  return { accessToken, sessionId }
}

function tooMany(until: Date, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new ApiError(429, 'Too many failed logins. Please try again later.', seconds)
}
