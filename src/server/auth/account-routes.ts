import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Account } from '../../../schemas/api/auth.ts'
import { ChangePasswordRequest } from '../../../schemas/api/requests.ts'
import { EmptyEnvelope, envelope } from '../../../schemas/api/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { getCurrentUser } from '../access/authorization.ts'
import { ANONYMOUS_BODY_BYTES } from '../http/connection-limits.ts'
import { toEmptyEnvelope, toRecordEnvelope } from '../http/responses.ts'
import { changeOwnPassword } from './own-password.ts'

const config = { permission: 'session', isOpenBeforePasswordChange: true } as const

/** Who the caller is, and the caller's own password. */
export function accountRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/account',
      {
        config,
        schema: {
          operationId: 'getAccount',
          summary: 'The caller',
          response: { 200: envelope(Account) },
        },
      },
      async (request) => {
        const { userId, username, roleId, roleName, passwordChangeRequired } = getCurrentUser(request)
        return toRecordEnvelope({
          userId,
          username,
          roleId,
          role: roleName,
          passwordChangeRequired,
          idleMinutes: deps.sessions.idleMinutes,
        })
      },
    )
    app.put(
      '/v1/account/password',
      {
        config,
        bodyLimit: ANONYMOUS_BODY_BYTES,
        schema: {
          operationId: 'changePassword',
          summary: "Changes the caller's password and ends the caller's other sessions",
          errorStatuses: [403, 409, 429],
          body: ChangePasswordRequest,
          response: { 200: EmptyEnvelope },
        },
      },
      async (request) => {
        await changeOwnPassword(deps, request, request.body)
        return toEmptyEnvelope('Password changed successfully!')
      },
    )
  }
}
