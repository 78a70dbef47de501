import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { IdParams, PageQuery } from '../../../schemas/api/parameters.ts'
import {
  CreateSystemUserRequest,
  ResetPasswordRequest,
  StatusQuery,
  UpdateSystemUserRequest,
} from '../../../schemas/api/requests.ts'
import { SystemUser } from '../../../schemas/api/system-user.ts'
import {
  createSystemUser,
  removeSystemUser,
  resetPassword,
  setUserStatus,
  updateSystemUser,
} from './users.ts'
import { sendRecord, toEmptyEnvelope, toPageEnvelope } from '../http/responses.ts'
import type { AppDeps } from '../access/authorization.ts'
import { created, forAdministrators } from '../access/permission.ts'
import { withSnapshot } from '../database/transaction.ts'
import { listSystemUsers, requireUser } from '../accounts/users.ts'

const One = envelope(SystemUser)

/** System users: one, or a page of them; their passwords and status. */
export function systemUserRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database } = deps
  return async (app) => {
    app.get(
      '/v1/system-users',
      forAdministrators('listSystemUsers', 'A page of the system users', listEnvelope(SystemUser), {
        querystring: PageQuery,
      }),
      async ({ query }) => toPageEnvelope(await withSnapshot(database, (db) => listSystemUsers(db, query))),
    )
    app.get(
      '/v1/system-users/:id',
      forAdministrators('getSystemUser', 'One system user', One, { versioned: true, params: IdParams }),
      async (request, reply) => sendRecord(reply, await requireUser(database, request.params.id)),
    )
    app.post(
      '/v1/system-users',
      forAdministrators('createSystemUser', 'Adds a user', created(One), {
        errorStatuses: [409, 503],
        versioned: true,
        body: CreateSystemUserRequest,
      }),
      async (request, reply) => {
        const user = await createSystemUser(deps, request, request.body)
        return sendRecord(reply.code(201), user, 'User created successfully!')
      },
    )
    app.put(
      '/v1/system-users/:id',
      forAdministrators(
        'updateSystemUser',
        'Changes role, login IP, e-mail address and status of a user',
        One,
        { errorStatuses: [412], versioned: true, params: IdParams, body: UpdateSystemUserRequest },
      ),
      async (request, reply) => {
        const user = await updateSystemUser(deps, request, request.params.id, request.body)
        return sendRecord(reply, user, 'User updated successfully!')
      },
    )
    app.delete(
      '/v1/system-users/:id',
      forAdministrators('deleteSystemUser', 'Removes a user and ends its sessions', EmptyEnvelope, {
        errorStatuses: [412],
        params: IdParams,
      }),
      async (request) => {
        await removeSystemUser(deps, request, request.params.id)
        return toEmptyEnvelope('User deleted successfully!')
      },
    )
    app.post(
      '/v1/system-users/:id/reset-password',
      forAdministrators('resetPassword', 'Sets the password of a user and ends its sessions', EmptyEnvelope, {
        errorStatuses: [412],
        params: IdParams,
        body: ResetPasswordRequest,
      }),
      async (request) => {
        await resetPassword(deps, request, request.params.id, request.body.newPassword)
        return toEmptyEnvelope('Password reset successfully!')
      },
    )
    app.put(
      '/v1/system-users/:id/status',
      forAdministrators('setUserStatus', 'Activates or deactivates a user', One, {
        errorStatuses: [412],
        versioned: true,
        params: IdParams,
        querystring: StatusQuery,
      }),
      async (request, reply) => {
        const { status } = request.query
        const user = await setUserStatus(deps, request, request.params.id, status)
        return sendRecord(reply, user, `User status updated to ${status} successfully!`)
      },
    )
  }
}
