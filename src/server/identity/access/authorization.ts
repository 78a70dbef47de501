import type { SystemUser } from '../../../../schemas/api/system-user.ts'
import {
  PASSWORD_CHANGE_REQUIRED,
  SECOND_FACTOR_REQUIRED,
  SIGN_IN_AGAIN,
} from '../../../../schemas/api/auth.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, ForbiddenError, restricted } from '../../platform/http/responses.ts'
import type { Connection, Database, DatabaseHandle } from '../../platform/database/handle.ts'
import { type RecordEvent, withEvents } from '../../platform/history/request-events.ts'
import type { SessionActivity } from '../sign-in/session-upkeep.ts'
import type { TokenUses } from './token-uses.ts'
import type { DeferredEvents } from '../../platform/history/deferred-events.ts'
import type { DashboardPlan } from '../../../report/model/dashboard-plan.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { CompanySignIn } from '../company-sign-in/provider.ts'
import type { ReportAccess } from './report-access.ts'
import { createVersionCache, type DataVersion } from '../../platform/database/version-cache.ts'
import { getRequiredIds, isAdministration, type RouteEntry } from '../../platform/http/permission.ts'
import {
  type AssignedPermissions,
  listPermissions,
  readAssignedPermissions,
  type StoredPermission,
} from '../accounts/permissions.ts'
import {
  computeSessionBounds,
  findSession,
  isWithin,
  type SessionRules,
  type SessionUser,
  parseBearerToken,
  hashToken,
} from '../accounts/sessions.ts'
import { findTokenUser, limitToReports } from '../accounts/tokens.ts'
import { isWrite } from '../../platform/http/requests.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { createSharedReads } from '../../platform/shared-reads.ts'

export interface IdentityDeps {
  readonly handle: DatabaseHandle
  readonly database: Database
  readonly clock: () => Date
  readonly sessions: SessionRules
  readonly activity: SessionActivity
  readonly reportAccess: ReportAccess
  readonly tokenUses: TokenUses
  /** Whether everyone with a password may use a second factor, and those of some roles must. */
  readonly secondFactor: boolean
  readonly sendsInvitations: boolean
  readonly reports: readonly Report[]
  readonly datasets: readonly DatasetPlan[]
  readonly dashboards: readonly DashboardPlan[]
  /** Which notes a caller with these rights may read. */
  readonly noteScopes: {
    readonly isReadable: (scope: string, permissions: Pick<ReadonlySet<number>, 'has'>) => boolean
  }
  readonly passwords: Passwords
  readonly deferredEvents: DeferredEvents
  readonly companySignIn?: CompanySignIn | undefined
  /** What the server does for users beyond their accounts, such as mails. */
  readonly userWork: {
    readonly end: (db: Connection, userId: number) => Promise<void>
    /** Removes a user who is deleted from the work of others. */
    readonly remove: (db: Connection, user: Pick<SystemUser, 'id' | 'emailId'>) => Promise<void>
  }
  /** Returns the name of the portal in its settings file. */
  readonly getProductName: () => string
}

const MAX_CACHED_CALLERS = 10_000

interface Caller {
  readonly user: SessionUser
  readonly permissions: readonly StoredPermission[]
  readonly permissionIds: ReadonlySet<number>
}

/** Finds the caller of a token's hash in the state of a version or a later one. */
type FindCaller = (key: string, version: DataVersion) => Promise<Caller | undefined>

/**
 * Checks session and permission of every request before its body is read: 401 without a valid session, 403 without the
 * permission of the route, or before the caller has changed a password that an administrator has set. The state is the current one; cached callers are dropped after any change.
 * A client decides when its body is complete, so a request that may write is checked again after the body was read.
 */
export function registerAuthorization(app: FastifyInstance, deps: IdentityDeps): void {
  const entries: RouteEntry[] = []
  const findCaller = createCallerCache((key) => readCaller(deps.database, key))
  app.decorate('routeEntries', entries)
  app.decorateRequest('currentUser', null)
  app.decorateRequest('currentPermissions')
  app.decorateRequest('dataVersion')

  app.addHook('onRoute', (route) => {
    const permission = route.config?.permission
    if (permission === undefined)
      throw new Error(`${String(route.method)} ${route.url} declares no permission`)
    const { schema = {}, url } = route
    const { partOf, isOpenBeforePasswordChange } = route.config ?? {}
    for (const method of [route.method].flat())
      entries.push({ method, url, permission, schema, partOf, isOpenBeforePasswordChange })
  })

  const checkRequest = async (request: FastifyRequest) => {
    if (request.is404 || request.routeOptions.config.permission === 'public') return
    const caller = await requireCaller(request, deps, async (key) => {
      const versions = await deps.handle.readVersions()
      request.dataVersion = versions.data
      return findCaller(key, versions.callers)
    })
    request.currentUser = caller.user
    if (caller.user.token === undefined) deps.activity.record(caller.user.sessionId, deps.clock())
    else deps.tokenUses.record(request, caller.user.token)
    request.currentPermissions = caller.permissions
    checkPermission(request, caller, deps)
  }
  app.addHook('onRequest', checkRequest)
  app.addHook('preHandler', async (request) => {
    if (isWrite(request.method)) await checkRequest(request)
  })
}

/**
 * Checks session, user and permission of a request in the database once more, updates the permissions of the request,
 * and returns the caller. Inside a transaction this is the state that the transaction changes. Throws 401 if the session has ended or its user is not
 * active, 403 without the permission of the route, or before a required change of the password.
 */
export async function authorize(
  db: Connection,
  request: FastifyRequest,
  deps: IdentityDeps,
): Promise<SessionUser> {
  const caller = await requireCaller(request, deps, (key) => readCaller(db, key))
  checkPermission(request, caller, deps)
  request.currentPermissions = caller.permissions
  return caller.user
}

/** Returns the caller of a request's token. Throws 401 without one whose session is live. */
async function requireCaller(
  request: FastifyRequest,
  deps: IdentityDeps,
  find: (key: string) => Promise<Caller | undefined>,
): Promise<Caller> {
  const token = parseBearerToken(request.headers.authorization)
  const caller = token === undefined ? undefined : await find(hashToken(token))
  if (caller === undefined || !isLive(caller.user, deps)) throw new ApiError(401, 'Authentication required.')
  return caller
}

/**
 * Runs the work of a writing request in one transaction, which first authorizes the request again: since the first
 * check the caller may have been signed out, deactivated or demoted, for example while a password waited to be hashed.
 * The work gets the permissions of the caller, and records the audit events of its change: they are stored in the same
 * transaction and logged after the commit. Throws 401 or 403 as `authorize`, and what the work throws.
 */
export async function transactAsCaller<T>(
  deps: IdentityDeps,
  request: FastifyRequest,
  work: (
    transaction: Connection,
    callerPermissions: AssignedPermissions,
    recordEvent: RecordEvent,
  ) => Promise<T>,
): Promise<T> {
  return withEvents(deps, request, async (transaction, recordEvent, recorded) => {
    const caller = await authorize(transaction, request, deps)
    const permissions = await readAssignedPermissions(transaction, caller)
    const done = await work(transaction, permissions, recordEvent)
    if (recorded.length === 0) throw new Error('a change has no audit event')
    return done
  })
}

/** Runs work on what belongs to the caller alone in one transaction, which first authorizes the request again. */
export const transactAsOwner = <T>(
  deps: IdentityDeps,
  request: FastifyRequest,
  work: (transaction: Connection, userId: number) => Promise<T>,
): Promise<T> =>
  withTransaction(deps.database, async (trx) => work(trx, (await authorize(trx, request, deps)).userId))

/** Returns the signed-in user of a request. Throws 401 on a public route. */
export function getCurrentUser(request: FastifyRequest): SessionUser {
  if (request.currentUser === null) throw new ApiError(401, 'Authentication required.')
  return request.currentUser
}

/** Returns the ids of the rights that the caller has; none on a public route. */
export const getRights = ({ currentPermissions }: FastifyRequest): ReadonlySet<number> =>
  new Set(currentPermissions?.map(({ id }) => id))

/** Returns true if the caller has role 1, which administration hides from all others. */
export const hasReservedRole = (request: FastifyRequest): boolean =>
  getCurrentUser(request).roleId === SUPER_ROLE

/** Caches callers, and reads one once for concurrent requests that saw one version. */
function createCallerCache(read: (key: string) => Promise<Caller | undefined>): FindCaller {
  const callers = createVersionCache<Caller>(MAX_CACHED_CALLERS)
  const share = createSharedReads<Caller | undefined>()
  return async (key, version) => {
    const cached = callers.get(key, version)
    if (cached !== undefined) return cached
    const caller = await share(`${version} ${key}`, () => read(key))
    if (caller !== undefined) callers.set(key, caller, version)
    return caller
  }
}

async function readCaller(db: Connection, key: string): Promise<Caller | undefined> {
  const user: SessionUser | undefined = (await findSession(db, key)) ?? (await findTokenUser(db, key))
  if (user === undefined) return undefined
  const permissions = limitToReports(await listPermissions(db, user), user.token?.reports ?? null)
  return { user, permissions, permissionIds: new Set(permissions.map(({ id }) => id)) }
}

/**
 * Says whether a session has neither expired nor been unused for too long, and was not created in the future. A token
 * lasts to its end, used or not.
 */
function isLive(user: SessionUser, { clock, sessions, activity }: IdentityDeps): boolean {
  const bounds = computeSessionBounds(clock(), sessions)
  if (user.token !== undefined) return user.createdAt <= bounds.createdUntil && user.expiresAt > bounds.now
  return isWithin(bounds, { ...user, lastUsedAt: activity.lastUse(user.sessionId, user.lastUsedAt) })
}

function checkPermission(
  request: FastifyRequest,
  { user, permissionIds }: Caller,
  { reportAccess, secondFactor, clock, sessions }: IdentityDeps,
): void {
  const { permission, url, isOpenBeforePasswordChange } = request.routeOptions.config
  if (permission === 'public') return
  if (isOpenBeforePasswordChange !== true) {
    if (user.passwordChangeRequired) throw restricted(PASSWORD_CHANGE_REQUIRED)
    if (secondFactor && user.requiresSecondFactor && !user.hasSecondFactor)
      throw restricted(SECOND_FACTOR_REQUIRED)
  }
  if (user.token !== undefined && (permission !== 'report' || request.method !== 'GET')) {
    throw new ForbiddenError('A token can only read reports.')
  }
  if (permission === 'session') return
  if (permission !== undefined) {
    const { all, any } = getRequiredIds(permission, reportAccess.idsFor(url))
    const hasAny = any === undefined || any.some((id) => permissionIds.has(id))
    if (hasAny && all.every((id) => permissionIds.has(id))) {
      const { reauthenticateMinutes = 0 } = sessions
      if (reauthenticateMinutes > 0 && isAdministration(request.method, permission))
        requireRecentSignIn(user, clock(), reauthenticateMinutes)
      return
    }
  }
  throw new ForbiddenError()
}

/** Throws 403 if the sign-in of a session is older than so many minutes. */
export function requireRecentSignIn({ createdAt }: SessionUser, now: Date, minutes: number): void {
  if (now.getTime() - createdAt.getTime() <= minutes * 60_000) return
  const text = `You signed in more than ${minutes} minutes ago. For this change, log out and sign in again.`
  throw new ForbiddenError(text, undefined, SIGN_IN_AGAIN)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; null on a public route. */
    currentUser: SessionUser | null
    /** The permissions of the signed-in user; undefined on a public route. */
    currentPermissions: readonly StoredPermission[] | undefined
  }
}
