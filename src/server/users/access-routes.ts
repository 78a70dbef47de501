import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { envelope, EmptyEnvelope } from '../../../schemas/api/responses.ts'
import { IdParams } from '../../../schemas/api/parameters.ts'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import { ResetPasswordRequest, StatusQuery } from '../../../schemas/api/requests.ts'
import { SystemUser } from '../../../schemas/api/system-user.ts'
import { resetPassword, setUserStatus } from '../auth/account-status.ts'
import { formatEtag, toEmptyEnvelope, toRecordEnvelope } from '../http/responses.ts'
import type { AppDeps } from '../app-deps.ts'

const config = { permission: [portalPermissions.roles.id] } as const

/** The password and the status of a user. */
export function systemUserAccessRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/v1/system-users/:id/reset-password',
      {
        config,
        schema: {
          operationId: 'resetPassword',
          summary: 'Sets the password of a user and ends its sessions',
          errorStatuses: [412],
          params: IdParams,
          body: ResetPasswordRequest,
          response: { 200: EmptyEnvelope },
        },
      },
      async (request) => {
        await resetPassword(deps, request, request.params.id, request.body.newPassword)
        return toEmptyEnvelope('Password reset successfully!')
      },
    )
    app.put(
      '/v1/system-users/:id/status',
      {
        config,
        schema: {
          operationId: 'setUserStatus',
          summary: 'Activates or deactivates a user',
          errorStatuses: [412],
          versioned: true,
          params: IdParams,
          querystring: StatusQuery,
          response: { 200: envelope(SystemUser) },
        },
      },
      async (request, reply) => {
        const { status } = request.query
        const user = await setUserStatus(deps, request, request.params.id, status)
        void reply.header('etag', formatEtag(user))
        return toRecordEnvelope(user, `User status updated to ${status} successfully!`)
      },
    )
  }
}
