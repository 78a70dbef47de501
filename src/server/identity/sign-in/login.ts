import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../../../../schemas/api/auth.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import { ApiError, ForbiddenError, SecondFactorError } from '../../platform/http/responses.ts'
import { type IdentityDeps, getCurrentUser } from '../access/authorization.ts'
import { getClientAddress } from '../../platform/http/client-network.ts'
import { type RecordEvent, withEvents } from '../../platform/history/request-events.ts'
import { describeClient } from './client-name.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { storeLastSignIn } from '../accounts/session-list.ts'
import { type Account, confirmPassword, findAccount } from '../accounts/credentials.ts'
import { findSecondFactor, spendCode } from '../accounts/second-factors.ts'
import * as limiting from './login-limits.ts'
import * as sessionStore from '../accounts/sessions.ts'
import { QueueFullError } from '../../platform/work-queue.ts'

/**
 * Opens a session. Throws 401, or 429 with the time after which attempts are accepted again. The limits are checked
 * within the hashing queue, so that concurrent attempts cannot exceed them.
 */
export function login(
  deps: IdentityDeps,
  request: FastifyRequest,
  { username, password, code }: Credentials,
) {
  const { passwords } = deps
  const limits = limiting.buildLoginLimits(normalizeName(username), request.ip)
  return queueAttempt(deps, limits, async () => {
    const account = await findPasswordAccount(deps, username)
    const attempt = {
      request,
      limits,
      account: account?.userId ?? null,
      refused: 'sign-in refused',
      failed: 'sign-in failed',
      error: new ApiError(401, 'Invalid username or password.'),
      // Only a person with the right password learns that the account exists.
      deactivated: new ApiError(403, 'Your account is deactivated. Ask the administrator of the portal.'),
    } as const
    const open = async (verified: Account | undefined) => {
      const matches = await passwords.verify(verified?.passwordHash, password)
      if (verified === undefined || !matches) throw attempt.error
      if (!verified.active) throw attempt.deactivated
      const { passwordHash } = verified
      const hash = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : passwordHash
      return openSession(deps, request, verified, { hash, code }, limits)
    }
    return limitAttempt(deps, attempt, async () => {
      const session = (await open(account)) ?? (await open(await findPasswordAccount(deps, username)))
      if (session === undefined) throw attempt.error
      return session
    })
  })
}

/** Finds the account of a user id that may be used with a password. All others are treated like unknown ones. */
async function findPasswordAccount({ database, companySignIn }: IdentityDeps, username: string) {
  const allowed = companySignIn?.settings.passwordAccounts ?? []
  const isAllowed = allowed.some((name) => normalizeName(name) === normalizeName(username))
  if (allowed.length > 0 && !isAllowed) return undefined
  const account = await findAccount(database, username)
  return account?.passwordHash === '' ? undefined : account
}

/** Runs an attempt with a password in the hashing queue, and delays its rejection without hashing. */
export async function queueAttempt<T>(
  { passwords }: IdentityDeps,
  { userKey, site }: limiting.LoginLimits,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await passwords.queue(work, site ?? `account ${userKey}`)
  } catch (error) {
    const isRefusal = error instanceof QueueFullError || (error instanceof ApiError && error.status === 429)
    if (isRefusal) await setTimeout(passwords.refusalMs)
    throw error
  }
}

type FailureEvent = Parameters<IdentityDeps['deferredEvents']['recordFailure']>[1]

/** Describes an attempt to use a password, which counts if it fails. */
interface Attempt {
  readonly request: FastifyRequest
  readonly limits: limiting.LoginLimits
  readonly account: string | null
  /** The event of an attempt beyond the limits, and that of a wrong password with its error. */
  readonly refused: FailureEvent
  readonly failed: FailureEvent
  readonly error: ApiError
  /** The error of the right password of an account that may not sign in. */
  readonly deactivated?: ApiError
}

/**
 * Returns the result of an attempt, which throws its error or that of a code if it fails. Throws these, and 429 if there
 * were too many failures.
 */
async function limitAttempt<T>(
  { database, clock, deferredEvents }: IdentityDeps,
  { request, limits, account, refused, failed, error, deactivated }: Attempt,
  attempt: () => Promise<T>,
): Promise<T> {
  const { network, userKey, ownFailures, sharedFailures, successes } = limits
  const isKnown = network !== null && (await limiting.isKnownNetwork(database, userKey, network, clock()))
  // Other clients can fill the counters that an account shares with them. An account that has signed in from a network
  // before still adds to them there, but only its own failures from that network reject it.
  const shared = isKnown ? sharedFailures.map(({ key }) => ({ key, limit: null })) : sharedFailures
  const failures = [ownFailures, ...shared]
  const refusal = await limiting.findLoginRefusal(database, [...failures, ...successes], clock())
  if (refusal !== undefined) {
    deferredEvents.recordFailure(request, refused, account)
    throw refusal
  }
  try {
    return await attempt()
  } catch (reason) {
    if (reason instanceof SecondFactorError) {
      deferredEvents.recordFailure(request, `second factor ${reason.isWrong ? 'failed' : 'asked'}`, account)
      if (!reason.isWrong) throw reason
    } else if (reason === error || reason === deactivated)
      deferredEvents.recordFailure(request, failed, account)
    else throw reason
    if (await limiting.countLoginFailure(database, failures, clock())) throw reason
    throw (
      (await limiting.findLoginRefusal(database, failures, clock())) ??
      limiting.createTooManyError('failed logins')
    )
  }
}

/** Contains the own password as the caller has sent it, and how a wrong one is recorded and answered. */
interface OwnPassword {
  readonly password: string
  readonly failed: FailureEvent
  readonly message?: string
}

/**
 * Runs work of a caller who has sent the own password. A wrong password counts as a failed sign-in, and so does a wrong
 * code in the work. Throws 403 for it, 429 beyond the limits of sign-ins, and what the work throws.
 */
export function withOwnPassword<T>(
  deps: IdentityDeps,
  request: FastifyRequest,
  { password, failed, message = 'The password is not correct.' }: OwnPassword,
  work: (account: Account, limits: limiting.LoginLimits) => Promise<T>,
): Promise<T> {
  const { username } = getCurrentUser(request)
  const limits = limiting.buildLoginLimits(normalizeName(username), request.ip)
  const error = new ForbiddenError(message)
  const attempt = { request, limits, account: username, refused: failed, failed, error }
  const run = async () => {
    const account = await findAccount(deps.database, username)
    const isRight = await deps.passwords.verify(account?.passwordHash || undefined, password)
    if (account === undefined || !isRight) throw error
    return work(account, limits)
  }
  return queueAttempt(deps, limits, () => limitAttempt(deps, attempt, run))
}

/** The most sessions of an account; a further one ends the least recently used one. */
const SESSIONS_PER_USER = 20

/**
 * Opens a session in one transaction. Returns undefined, and stores nothing, if the account has changed since it was
 * verified.
 */
async function openSession(
  deps: IdentityDeps,
  request: FastifyRequest,
  account: Account,
  { hash, code }: { readonly hash: string; readonly code: string | undefined },
  limits: limiting.LoginLimits,
) {
  const work = async (trx: Connection, recordEvent: RecordEvent) => {
    // Another sign-in may have renewed the hash of the same password.
    if (!(await confirmPassword(trx, account, hash))) return undefined
    const factor = deps.secondFactor ? await findSecondFactor(trx, account.id) : undefined
    if (factor?.isOn === true) {
      if (code === undefined) throw new SecondFactorError(401, false)
      const left = await spendCode(trx, factor, code, deps.clock())
      if (left === null) throw new SecondFactorError(401, true)
      if (left < factor.recoveryCodes.length)
        recordEvent('recovery code used', { caller: account.userId, left })
    }
    const session = await openAccountSession(deps, trx, request, account, limits, recordEvent)
    return { ...session, role: account.roleName }
  }
  return withEvents(deps, request, work, 'read committed')
}

/** Opens a session of an account that has signed in, records the success and ends surplus and old sessions. */
export async function openAccountSession(
  { sessions, clock }: IdentityDeps,
  trx: Connection,
  request: FastifyRequest,
  { id: userId, userId: caller }: Pick<Account, 'id' | 'userId'>,
  limits: limiting.LoginLimits,
  recordEvent: RecordEvent,
) {
  const now = clock()
  const accessToken = sessionStore.createToken()
  const sessionId = sessionStore.createToken()
  const client = describeClient(request.headers['user-agent'])
  await limiting.countLoginSuccess(trx, limits, now)
  if (limits.network !== null) await limiting.storeKnownNetwork(trx, userId, limits.network, now)
  await sessionStore.deleteEndedSessions(trx, sessionStore.computeSessionBounds(now, sessions), userId)
  await sessionStore.endLeastUsedSessions(trx, userId, SESSIONS_PER_USER - 1)
  await storeLastSignIn(trx, userId, now)
  await sessionStore.storeSession(trx, {
    id: sessionId,
    token_hash: sessionStore.hashToken(accessToken),
    user_id: userId,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + sessions.hours * 3_600_000).toISOString(),
    address: getClientAddress(request.ip),
    client,
  })
  recordEvent('signed in', { caller }, { details: { client } })
  return { accessToken, sessionId }
}
