import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { normalizeName } from '../../../schemas/api/names.ts'
import { ApiError } from '../http/api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { logAuditEvent } from '../http/audit.ts'
import type { Connection } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { type Account, confirmPassword, findAccount } from '../users/accounts.ts'
import { isKnownNetwork, rememberNetwork } from './known-networks.ts'
import {
  clearLoginCounter,
  countLogin,
  countLoginFailure,
  findLoginRefusal,
  type LoginCounter,
  type LoginRefusal,
} from './login-counters.ts'
import { deleteEndedSessions, endLeastUsedSessions, storeSession } from './sessions.ts'
import { sessionBounds } from './session-lifetime.ts'
import { type LoginLimits, loginLimits } from './login-limits.ts'
import { newToken, tokenHash } from './passwords.ts'
import { QueueFullError } from '../work-queue.ts'

/**
 * Opens a session, or throws 401, or 429 with the time until tries are taken again.
 * The limits are asked within the hashing queue, so that tries sent at once cannot outrun the count (S2).
 */
export async function login(deps: AppDeps, request: FastifyRequest, username: string, password: string) {
  try {
    return await tryToSignIn(deps, request, username, password)
  } catch (error) {
    const isRefusal = error instanceof QueueFullError || (error instanceof ApiError && error.status === 429)
    if (isRefusal) await setTimeout(deps.passwords.refusalMs)
    throw error
  }
}

/** How many sessions an account can have at once; a further one ends the one that was used longest ago. */
const SESSIONS_PER_USER = 20

function tryToSignIn(deps: AppDeps, request: FastifyRequest, username: string, password: string) {
  const { database, passwords, clock } = deps
  const userKey = normalizeName(username)
  const limits = loginLimits(userKey, request.ip)
  const { network } = limits
  const signIn = async () => {
    const account = await findAccount(database, username)
    const isKnown = network !== null && (await isKnownNetwork(database, userKey, network, clock()))
    const failures = failureCounters(limits, isKnown)
    const counters = limits.successes === null ? failures : [...failures, limits.successes]
    const told = { account: account?.userId ?? null }
    const refusal = await findLoginRefusal(database, counters, clock())
    if (refusal !== undefined) {
      logAuditEvent(request, 'sign-in refused', told)
      throw tooMany(refusal, limits, clock())
    }
    let session = await verifyAndOpen(deps, account, password, limits)
    if (session === 'changed') {
      // What is stored now decides: another sign-in may have renewed the hash of the same password.
      session = await verifyAndOpen(deps, await findAccount(database, username), password, limits)
    }
    if (typeof session === 'string') {
      logAuditEvent(request, 'sign-in failed', told)
      const counted = await countLoginFailure(database, failures, clock())
      if (counted) throw new ApiError(401, 'Invalid username or password.')
      throw tooMany(await findLoginRefusal(database, failures, clock()), limits, clock())
    }
    const { userId, ...answer } = session
    logAuditEvent(request, 'signed in', { caller: userId })
    return answer
  }
  return passwords.queue(signIn, { account: userKey, network: limits.site })
}

/**
 * The counters of a failed sign-in. Strangers can fill those that an account shares with other networks, or a network
 * with other accounts: an account that has signed in from a network before still adds to them there, and is refused
 * only by its own failures from that network.
 */
function failureCounters(
  { ownFailures, accountFailures, networkFailures, siteFailures }: LoginLimits,
  isKnown: boolean,
): readonly LoginCounter[] {
  const network = networkFailures === null ? [] : [networkFailures]
  const shared = [accountFailures, ...network, ...siteFailures]
  return [ownFailures, ...(isKnown ? shared.map(({ key }) => ({ key, limit: null })) : shared)]
}

/** Opens a session if the password is right; `changed` if the account was changed or deleted meanwhile. */
async function verifyAndOpen(
  deps: AppDeps,
  account: Account | undefined,
  password: string,
  limits: LoginLimits,
) {
  const { passwords } = deps
  const matches = await passwords.verify(account?.passwordHash, password)
  if (account === undefined || !matches || !account.active) return 'failed'
  const { passwordHash, userId, roleName } = account
  const renewed = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : passwordHash
  const session = await openSession(deps, account, renewed, limits)
  return session === undefined ? 'changed' : { ...session, role: roleName, userId }
}

/**
 * Opens a session and records the success, which ends what is too much or too old: one write for all. Undefined, and
 * nothing is stored, if the account is no longer as it was verified.
 */
async function openSession(
  { database, clock, sessions }: AppDeps,
  account: Account,
  passwordHash: string,
  { network, ownFailures, successes }: LoginLimits,
) {
  const userId = account.id
  const now = clock()
  const accessToken = newToken()
  const sessionId = newToken()
  const work = async (trx: Connection) => {
    if (!(await confirmPassword(trx, account, passwordHash))) return undefined
    await clearLoginCounter(trx, ownFailures)
    if (successes !== null) await countLogin(trx, { ...successes, limit: null }, now)
    if (network !== null) await rememberNetwork(trx, userId, network, now)
    await deleteEndedSessions(trx, sessionBounds(now, sessions), userId)
    await endLeastUsedSessions(trx, userId, SESSIONS_PER_USER - 1)
    await storeSession(trx, {
      id: sessionId,
      tokenHash: tokenHash(accessToken),
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessions.hours * 3_600_000),
    })
    return { accessToken, sessionId }
  }
  return withTransaction(database, work, 'read committed')
}

function tooMany(refusal: LoginRefusal | undefined, { successes }: LoginLimits, now: Date): ApiError {
  const until = refusal?.until ?? now
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const what = refusal !== undefined && refusal.key === successes?.key ? 'sign-ins' : 'failed logins'
  return new ApiError(429, `Too many ${what}. Please try again later.`, seconds)
}
