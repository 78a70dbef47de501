import { IdParams } from '../../../../schemas/api/parameters.ts'
import * as requests from '../../../../schemas/api/requests.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { SystemUser } from '../../../../schemas/api/system-user.ts'
import type { IdentityDeps } from '../access/authorization.ts'
import { listSystemUsers, requireUser } from '../accounts/users.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { byId, byPage, created, forAdministrators, type RouteApp } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import * as service from './user-service.ts'

const One = envelope(SystemUser)

/** Serves system users: one, or a page of them; their passwords and status. */
export function systemUserRoutes(app: RouteApp, deps: IdentityDeps): void {
  const { database } = deps
  app.get(
    '/v1/system-users',
    forAdministrators('listSystemUsers', 'A page of the system users', listEnvelope(SystemUser), byPage),
    async ({ query }) =>
      http.toPageEnvelope(await withSnapshot(database, (db) => listSystemUsers(db, query))),
  )
  app.get(
    '/v1/system-users/:id',
    forAdministrators('getSystemUser', 'One system user', One, byId),
    async ({ params }, reply) => http.sendRecord(reply, await requireUser(database, params.id)),
  )
  app.post(
    '/v1/system-users',
    forAdministrators('createSystemUser', 'Adds a user', created(One), {
      body: requests.CreateSystemUserRequest,
    }),
    async (request, reply) => {
      const added = await service.createUser(deps, request, request.body)
      return http.sendRecord(reply.code(201), added, 'User created successfully!')
    },
  )
  // A user as it was read is a valid body.
  app.put(
    '/v1/system-users/:id',
    forAdministrators(
      'updateSystemUser',
      'Changes role, login IP, e-mail address and status of a user',
      One,
      { params: IdParams, body: requests.UpdateSystemUserRequest },
    ),
    async (request, reply) => {
      const { params, body } = request
      http.checkSameId(params.id, body.id)
      const changed = await service.updateUser(deps, request, params.id, () => body)
      return http.sendRecord(reply, changed, 'User updated successfully!')
    },
  )
  app.delete(
    '/v1/system-users/:id',
    forAdministrators('deleteSystemUser', 'Removes a user and ends its sessions', EmptyEnvelope, byId),
    async (request) => {
      await service.deleteUser(deps, request, request.params.id)
      return http.toEmptyEnvelope('User deleted successfully!')
    },
  )
  app.post(
    '/v1/system-users/:id/reset-password',
    forAdministrators('resetPassword', 'Sets the password of a user and ends its sessions', EmptyEnvelope, {
      params: IdParams,
      body: requests.ResetPasswordRequest,
    }),
    async (request) => {
      await service.resetPassword(deps, request, request.params.id, request.body.newPassword)
      return http.toEmptyEnvelope('Password reset successfully!')
    },
  )
  if (deps.sendsInvitations) {
    app.post(
      '/v1/system-users/:id/invitation',
      forAdministrators('inviteUser', 'Mails a user a link that sets the password', EmptyEnvelope, byId),
      async (request) => {
        await service.inviteUser(deps, request, request.params.id)
        return http.toEmptyEnvelope('Invitation sent successfully!')
      },
    )
  }
  app.put(
    '/v1/system-users/:id/status',
    forAdministrators('setUserStatus', 'Activates or deactivates a user', One, {
      params: IdParams,
      querystring: requests.StatusQuery,
    }),
    async (request, reply) => {
      const { status } = request.query
      const changed = await service.setUserStatus(deps, request, request.params.id, status)
      return http.sendRecord(reply, changed, `User status updated to ${status} successfully!`)
    },
  )
}
