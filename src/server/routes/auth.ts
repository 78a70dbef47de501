import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  LoginResult,
  LogoutResult,
  PermissionsResult,
  ValidationResult,
} from '../../../schemas/auth-answer.ts'
import { LoginBody, LogoutBody } from '../../../schemas/login-body.ts'
import type { AppDeps } from '../app-deps.ts'
import { callerOf } from '../guard.ts'
import { listRights } from '../repositories/rights.ts'
import { endSession } from '../repositories/sessions.ts'
import { login } from '../security/login.ts'
import { bearerToken, tokenHash } from '../security/token.ts'

/** Signing in and out, and what the signed-in user may open (spec §7 "Authentication"). */
export function authRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/auth/login',
      { config: { permission: 'public' }, schema: { body: LoginBody, response: { 200: LoginResult } } },
      async (request) => {
        const { username, password } = request.body
        return login(deps, { username, password, address: request.ip, log: request.log })
      },
    )
    app.post(
      '/auth/validate-token',
      { config: { permission: 'session' }, schema: { response: { 200: ValidationResult } } },
      async (request) => {
        const { username, roleName } = callerOf(request)
        return { valid: true as const, username, role: roleName }
      },
    )
    // Public, because leaving twice, or after the session has ended, is no error (S12).
    app.post(
      '/auth/logout',
      { config: { permission: 'public' }, schema: { body: LogoutBody, response: { 200: LogoutResult } } },
      async (request) => {
        const token = bearerToken(request.headers.authorization)
        if (token !== undefined) await endSession(deps.database, tokenHash(token))
        return { success: true as const, message: 'Logged out successfully!' }
      },
    )
    app.get(
      '/auth/permissions',
      { config: { permission: 'session' }, schema: { response: { 200: PermissionsResult } } },
      async (request) => {
        const rights = await listRights(deps.database, callerOf(request))
        return { Assignedrecords: rights.map(({ id, name }) => ({ AssignedGrpRightId: id, name })) }
      },
    )
  }
}
