import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { answerOf, DoneAnswer } from '../../../schemas/api/envelope.ts'
import { RecordPath } from '../../../schemas/api/parameters.ts'
import { ResetPasswordBody, StatusQuery } from '../../../schemas/api/system-user-requests.ts'
import { SystemUser } from '../../../schemas/api/system-user.ts'
import { resetPassword, setUserStatus } from '../auth/account-status.ts'
import { done, single } from '../http/envelope.ts'
import type { AppDeps } from '../app-deps.ts'
import { etagOf } from '../http/etag.ts'
import { ADMINISTRATION } from '../permissions/permission.ts'

const config = { permission: [ADMINISTRATION] } as const

/** Whether and with which password a user may sign in (spec §7 "System users"). */
export function systemUserAccessRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/v1/system-users/:id/reset-password',
      {
        config,
        schema: {
          operationId: 'resetPassword',
          summary: 'Sets the password of a user and ends its sessions',
          refuses: [412],
          params: RecordPath,
          body: ResetPasswordBody,
          response: { 200: DoneAnswer },
        },
      },
      async (request) => {
        await resetPassword(deps, request, request.params.id, request.body.newPassword)
        return done('Password reset successfully!')
      },
    )
    app.put(
      '/v1/system-users/:id/status',
      {
        config,
        schema: {
          operationId: 'setUserStatus',
          summary: 'Lets a user sign in, or not',
          refuses: [412],
          versioned: true,
          params: RecordPath,
          querystring: StatusQuery,
          response: { 200: answerOf(SystemUser) },
        },
      },
      async (request, reply) => {
        const { status } = request.query
        const user = await setUserStatus(deps, request, request.params.id, status)
        void reply.header('etag', etagOf(user))
        return single(user, `User status updated to ${status} successfully!`)
      },
    )
  }
}
