import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { envelope, EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { PageQuery, IdParams } from '../../../schemas/api/parameters.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { CreateRoleRequest, UpdateRoleRequest } from '../../../schemas/api/requests.ts'
import { Role } from '../../../schemas/api/role.ts'
import { createRole, removeRole, updateRole } from './roles.ts'
import { sendRecord, toEmptyEnvelope, toListEnvelope } from '../http/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { withSnapshot } from '../database/transaction.ts'
import { listRoles, requireRole } from '../accounts/roles.ts'

const config = { permission: [portalPermissions.roles.id] } as const
const One = envelope(Role)

/** Roles: one, or a page of them. */
export function roleMasterRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database } = deps
  return async (app) => {
    app.get(
      '/v1/role-master',
      {
        config,
        schema: {
          operationId: 'listRoles',
          summary: 'A page of the roles',
          querystring: PageQuery,
          response: { 200: listEnvelope(Role) },
        },
      },
      async (request) => {
        const { records, totalCount } = await withSnapshot(database, (db) => listRoles(db, request.query))
        return toListEnvelope(records, totalCount)
      },
    )
    app.get(
      '/v1/role-master/:id',
      {
        config,
        schema: {
          operationId: 'getRole',
          summary: 'One role',
          versioned: true,
          params: IdParams,
          response: { 200: One },
        },
      },
      async (request, reply) => sendRecord(reply, await requireRole(database, request.params.id)),
    )
    app.post(
      '/v1/role-master',
      {
        config,
        schema: {
          operationId: 'createRole',
          summary: 'Adds a role without rights',
          errorStatuses: [409],
          versioned: true,
          body: CreateRoleRequest,
          response: { 201: One },
        },
      },
      async (request, reply) => {
        const role = await createRole(deps, request, request.body)
        return sendRecord(reply.code(201), role, 'Role saved successfully!')
      },
    )
    app.put(
      '/v1/role-master/:id',
      {
        config,
        schema: {
          operationId: 'updateRole',
          summary: 'Changes the description of a role',
          errorStatuses: [412],
          versioned: true,
          params: IdParams,
          body: UpdateRoleRequest,
          response: { 200: One },
        },
      },
      async (request, reply) =>
        sendRecord(
          reply,
          await updateRole(deps, request, request.params.id, request.body),
          'Role saved successfully!',
        ),
    )
    app.delete(
      '/v1/role-master/:id',
      {
        config,
        schema: {
          operationId: 'deleteRole',
          summary: 'Removes a role without users',
          errorStatuses: [409, 412],
          params: IdParams,
          response: { 200: EmptyEnvelope },
        },
      },
      async (request) => {
        await removeRole(deps, request, request.params.id)
        return toEmptyEnvelope('Role deleted successfully!')
      },
    )
  }
}
