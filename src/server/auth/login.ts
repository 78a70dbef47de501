import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { normalizeName } from '../../../schemas/api/names.ts'
import { ApiError } from '../http/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { getClientAddress } from '../http/client-network.ts'
import { logAuditEvent } from '../http/audit.ts'
import { buildAuditEvent } from '../audit/request-events.ts'
import { storeAuditEvents } from '../audit/repository.ts'
import { describeClient } from './client-name.ts'
import type { Connection } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { storeLastSignIn } from '../accounts/last-sign-ins.ts'
import { type Account, confirmPassword, findAccount } from '../accounts/credentials.ts'
import { isKnownNetwork, storeKnownNetwork } from './known-networks.ts'
import {
  buildLoginLimits,
  clearLoginCounter,
  countLogin,
  countLoginFailure,
  findLoginRefusal,
  type LoginCounter,
  type LoginLimits,
  type LoginRefusal,
} from './login-limits.ts'
import {
  computeSessionBounds,
  deleteEndedSessions,
  endLeastUsedSessions,
  storeSession,
} from '../accounts/sessions.ts'
import { QueueFullError } from '../work-queue.ts'
import { createToken, hashToken } from '../passwords/tokens.ts'

/**
 * Opens a session. Throws 401, or 429 with the time after which attempts are accepted again. The limits are checked
 * within the hashing queue, so that concurrent attempts cannot exceed them (S2).
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

/** The most sessions of an account; a further one ends the least recently used one. */
const SESSIONS_PER_USER = 20

function tryToSignIn(deps: AppDeps, request: FastifyRequest, username: string, password: string) {
  const { database, passwords, clock, deferredEvents } = deps
  const userKey = normalizeName(username)
  const limits = buildLoginLimits(userKey, request.ip)
  const { network } = limits
  const signIn = async () => {
    const account = await findAccount(database, username)
    const isKnown = network !== null && (await isKnownNetwork(database, userKey, network, clock()))
    const failures = selectFailureCounters(limits, isKnown)
    const counters = limits.successes === null ? failures : [...failures, limits.successes]
    const accountId = account?.userId ?? null
    const refusal = await findLoginRefusal(database, counters, clock())
    if (refusal !== undefined) {
      deferredEvents.recordFailure(request, 'sign-in refused', accountId)
      throw createTooManyError(refusal, limits, clock())
    }
    let session = await verifyAndOpen(deps, request, account, password, limits)
    if (session === 'changed') {
      // Another sign-in may have renewed the hash of the same password.
      session = await verifyAndOpen(deps, request, await findAccount(database, username), password, limits)
    }
    if (typeof session === 'string') {
      deferredEvents.recordFailure(request, 'sign-in failed', accountId)
      const counted = await countLoginFailure(database, failures, clock())
      if (counted) throw new ApiError(401, 'Invalid username or password.')
      throw createTooManyError(await findLoginRefusal(database, failures, clock()), limits, clock())
    }
    const { userId, ...response } = session
    logAuditEvent(request, 'signed in', { caller: userId })
    return response
  }
  return passwords.queue(signIn, { account: userKey, network: limits.site })
}

/**
 * Returns the counters of a failed sign-in. Other clients can fill those that an account shares with other networks,
 * or a network with other accounts. An account that has signed in from a network before still adds to them there, but
 * only its own failures from that network reject it.
 */
export function selectFailureCounters(
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
  request: FastifyRequest,
  account: Account | undefined,
  password: string,
  limits: LoginLimits,
) {
  const { passwords } = deps
  const matches = await passwords.verify(account?.passwordHash, password)
  if (account === undefined || !matches || !account.active) return 'failed'
  const { passwordHash, userId, roleName } = account
  const renewed = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : passwordHash
  const session = await openSession(deps, request, account, renewed, limits)
  return session === undefined ? 'changed' : { ...session, role: roleName, userId }
}

/**
 * Opens a session, records the success and ends surplus and old sessions, in one transaction. Returns undefined, and
 * stores nothing, if the account has changed since it was verified.
 */
async function openSession(
  { database, clock, sessions }: AppDeps,
  request: FastifyRequest,
  account: Account,
  passwordHash: string,
  { network, ownFailures, successes }: LoginLimits,
) {
  const userId = account.id
  const now = clock()
  const accessToken = createToken()
  const sessionId = createToken()
  const client = describeClient(request.headers['user-agent'])
  const work = async (trx: Connection) => {
    if (!(await confirmPassword(trx, account, passwordHash))) return undefined
    await clearLoginCounter(trx, ownFailures)
    if (successes !== null) await countLogin(trx, { ...successes, limit: null }, now)
    if (network !== null) await storeKnownNetwork(trx, userId, network, now)
    await deleteEndedSessions(trx, computeSessionBounds(now, sessions), userId)
    await endLeastUsedSessions(trx, userId, SESSIONS_PER_USER - 1)
    await storeLastSignIn(trx, userId, now)
    await storeSession(trx, {
      id: sessionId,
      tokenHash: hashToken(accessToken),
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessions.hours * 3_600_000),
      address: getClientAddress(request.ip),
      client,
    })
    await storeAuditEvents(trx, [
      buildAuditEvent(request, now, 'signed in', { caller: account.userId }, { details: { client } }),
    ])
    return { accessToken, sessionId }
  }
  return withTransaction(database, work, 'read committed')
}

/** The error of an attempt beyond a limit, with the time after which attempts are accepted again. */
export function createTooManyError(
  refusal: LoginRefusal | undefined,
  { successes }: LoginLimits,
  now: Date,
): ApiError {
  const until = refusal?.until ?? now
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const what = refusal !== undefined && refusal.key === successes?.key ? 'sign-ins' : 'failed logins'
  return new ApiError(429, `Too many ${what}. Please try again later.`, seconds)
}
