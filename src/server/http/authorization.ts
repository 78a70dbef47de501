import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { ApiError, ForbiddenError } from './responses.ts'
import type { Connection } from '../database/handle.ts'
import { createVersionCache, type DataVersion, type VersionCache } from '../database/version-cache.ts'
import { isWrite, type Permission, getRequiredIds, type RouteEntry } from '../permissions/permission.ts'
import type { ReportAccess } from '../reports/access.ts'
import { listPermissions } from '../permissions/repository.ts'
import { computeSessionBounds, findSession, isWithin, type SessionUser } from '../auth/sessions.ts'
import { parseBearerToken, hashToken } from '../auth/passwords.ts'

/** How many callers are cached until the next change. */
const MAX_CACHED_CALLERS = 10_000

/** The user of a session with the ids of the user's permissions. */
interface Caller {
  readonly user: SessionUser
  readonly permissionIds: ReadonlySet<number>
}

/**
 * Checks session and permission of every request before its body is read: 401 without a valid session, 403 without the
 * permission of the route. The state is the current one; cached callers are dropped after any change (S16).
 * A client decides when its body is complete, so a request that may write is checked again after the body was read.
 */
export function registerAuthorization(app: FastifyInstance, deps: AppDeps): void {
  const entries: RouteEntry[] = []
  const callers = createVersionCache<Caller>(MAX_CACHED_CALLERS)
  app.decorate('routeEntries', entries)
  app.decorateRequest('currentUser', null)
  app.decorateRequest('dataVersion')

  app.addHook('onRoute', (route) => {
    const permission = route.config?.permission
    if (permission === undefined)
      throw new Error(`${String(route.method)} ${route.url} declares no permission`)
    const schema = route.schema ?? {}
    if (schema.hide !== true && (schema.operationId === undefined || schema.summary === undefined))
      throw new Error(`${String(route.method)} ${route.url} declares no operationId and summary`)
    const { partOf } = route.config ?? {}
    for (const method of [route.method].flat()) {
      entries.push({ method, url: route.url, permission, schema, ...(partOf && { partOf }) })
    }
  })

  const checkRequest = async (request: FastifyRequest) => {
    if (request.is404 || request.routeOptions.config.permission === 'public') return
    const versions = deps.handle.version?.()
    request.dataVersion = versions?.data
    const caller = await findCaller(request, deps, callers, versions?.callers)
    if (caller === undefined) throw new ApiError(401, 'Authentication required.')
    request.currentUser = caller.user
    checkPermission(request, caller, deps)
  }
  app.addHook('onRequest', checkRequest)
  app.addHook('preHandler', async (request) => {
    if (isWrite(request.method)) await checkRequest(request)
  })
}

/**
 * Checks session, user and permission of a request in the database once more, and returns the caller. Inside a
 * transaction this is the state that the transaction changes. Throws 401 if the session has ended or its user is not
 * active, 403 without the permission of the route.
 */
export async function authorize(
  db: Connection,
  request: FastifyRequest,
  deps: AppDeps,
): Promise<SessionUser> {
  const token = parseBearerToken(request.headers.authorization)
  const caller = token === undefined ? undefined : await readCaller(db, hashToken(token))
  if (caller === undefined || !isLive(caller.user, deps)) {
    throw new ApiError(401, 'Authentication required.')
  }
  checkPermission(request, caller, deps)
  return caller.user
}

/** The signed-in user of a request. Throws 401 on a public route. */
export function getCurrentUser(request: FastifyRequest): SessionUser {
  if (request.currentUser === null) throw new ApiError(401, 'Authentication required.')
  return request.currentUser
}

async function findCaller(
  request: FastifyRequest,
  deps: AppDeps,
  callers: VersionCache<Caller>,
  version: DataVersion,
): Promise<Caller | undefined> {
  const token = parseBearerToken(request.headers.authorization)
  if (token === undefined) return undefined
  const key = hashToken(token)
  const caller = callers.get(key, version) ?? (await readCaller(deps.database, key))
  if (caller === undefined) return undefined
  callers.set(key, caller, version)
  if (!isLive(caller.user, deps)) return undefined
  deps.activity.record(caller.user.sessionId, deps.clock())
  return caller
}

async function readCaller(db: Connection, key: string): Promise<Caller | undefined> {
  const user = await findSession(db, key)
  if (user === undefined) return undefined
  const rights = await listPermissions(db, user)
  return { user, permissionIds: new Set(rights.map(({ id }) => id)) }
}

/** Whether a session has neither expired nor been unused for too long, and was not created in the future. */
function isLive(user: SessionUser, { clock, sessions, activity }: AppDeps): boolean {
  return isWithin(computeSessionBounds(clock(), sessions), { ...user, lastUsedAt: activity.lastUse(user) })
}

function checkPermission(
  request: FastifyRequest,
  { permissionIds }: Caller,
  { reportAccess }: AppDeps,
): void {
  const { permission, url } = request.routeOptions.config
  if (permission === 'public' || permission === 'session') return
  if (permission === undefined || !isAllowed(permission, url, permissionIds, reportAccess)) {
    throw new ForbiddenError('You do not have the right to do this.')
  }
}

function isAllowed(
  permission: Exclude<Permission, 'public' | 'session'>,
  url: string,
  permissionIds: ReadonlySet<number>,
  reports: ReportAccess,
): boolean {
  const { all, any } = getRequiredIds(permission, reports.idsFor(url))
  return (
    all.every((id) => permissionIds.has(id)) && (any === undefined || any.some((id) => permissionIds.has(id)))
  )
}
