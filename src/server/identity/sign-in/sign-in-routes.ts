import { LoginRequest, LogoutRequest } from '../../../../schemas/api/requests.ts'
import { LogoutResponse, PermissionsResponse, ValidationResponse } from '../../../../schemas/api/responses.ts'
import { LoginResponse } from '../../../../schemas/api/auth.ts'
import { type IdentityDeps, getCurrentUser } from '../access/authorization.ts'
import type { FastifyRequest } from 'fastify'
import { type RecordEvent, withEvents } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { endSession, hasSession, parseBearerToken, hashToken } from '../accounts/sessions.ts'
import { declareCall, forEveryone, type RouteApp } from '../../platform/http/permission.ts'
import { login } from './login.ts'

/** Serves signing in and out, and the permissions of the signed-in user. */
export function authRoutes(app: RouteApp, deps: IdentityDeps): void {
  app.post(
    '/auth/login',
    declareCall('public', 'signIn', 'Opens a session', LoginResponse, { body: LoginRequest }),
    async (request) => login(deps, request, request.body),
  )
  app.post(
    '/auth/validate-token',
    declareCall(
      { permission: 'session', isOpenBeforePasswordChange: true, requiresDiskSpace: false },
      'validateToken',
      'Validates the session and returns its user',
      ValidationResponse,
    ),
    async (request) => {
      const { username, roleName } = getCurrentUser(request)
      return { valid: true as const, username, role: roleName }
    },
  )
  // Public, because signing out twice, or after the session has ended, is not an error.
  app.post(
    '/auth/logout',
    declareCall(
      { permission: 'public', requiresDiskSpace: false },
      'signOut',
      'Ends the session of the token',
      LogoutResponse,
      { body: LogoutRequest },
    ),
    async (request) => {
      const token = parseBearerToken(request.headers.authorization)
      const caller = token === undefined ? undefined : await signOut(deps, request, hashToken(token))
      const endSessionUrl =
        caller?.isOfCompany === true ? await deps.companySignIn?.findEndSessionUrl() : undefined
      const done = { success: true as const, message: 'Logged out successfully!' }
      return endSessionUrl === undefined ? done : { ...done, endSessionUrl }
    },
  )
  app.get(
    '/auth/permissions',
    forEveryone('listPermissions', 'The permissions of the caller', PermissionsResponse),
    async (request) => {
      const permissions = request.currentPermissions ?? []
      return { Assignedrecords: permissions.map(({ id, name }) => ({ AssignedGrpRightId: id, name })) }
    },
  )
}

/**
 * Ends the session of a token and returns its user; undefined if there is no such session. Anyone may send any
 * token, so that an unknown one costs a read and no write.
 */
async function signOut(deps: IdentityDeps, request: FastifyRequest, tokenHash: string) {
  if (!(await hasSession(deps.database, tokenHash))) return undefined
  const work = async (trx: Connection, recordEvent: RecordEvent) => {
    const caller = await endSession(trx, tokenHash)
    if (caller !== undefined) recordEvent('signed out', { caller: caller.userId })
    return caller
  }
  return withEvents(deps, request, work, 'read committed')
}
