import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { MenuItem, AssignedPermission, portalPermissions } from '../../../schemas/api/menu.ts'
import { IdParams } from '../../../schemas/api/parameters.ts'
import {
  OptionalServiceQuery,
  SavePermissionsRequest,
  RolePermissionsQuery,
  ServiceQuery,
  UserPermissionsQuery,
} from '../../../schemas/api/requests.ts'
import { loadPrincipal, type Principal, type PrincipalKey } from '../accounts/permission-tree.ts'
import type { AppDeps } from '../app-deps.ts'
import { withSnapshot } from '../database/transaction.ts'
import { TREE_BODY_BYTES } from '../http/connection-limits.ts'
import { formatEtag, toEmptyEnvelope, toListEnvelope } from '../http/responses.ts'
import { savePermissions } from './save-permissions.ts'

const config = { permission: [portalPermissions.roles.id] } as const
const saving = {
  errorStatuses: [404, 412],
  versioned: true,
  body: SavePermissionsRequest,
  response: { 200: EmptyEnvelope },
} as const
const SAVED = toEmptyEnvelope('Right saved successfully!')

/** The rights of roles and users. */
export function permissionRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/v1/rights-management/save-role-rights',
      {
        config,
        bodyLimit: TREE_BODY_BYTES,
        schema: {
          ...saving,
          operationId: 'saveRoleRights',
          summary: 'Saves what a role may open: the whole tree',
          querystring: RolePermissionsQuery,
        },
      },
      async (request, reply) => {
        const principal = { kind: 'role', id: request.query.roleId } as const
        void reply.header('etag', formatEtag(await savePermissions(deps, request, principal, request.body)))
        return SAVED
      },
    )
    app.post(
      '/v1/rights-management/save-system-user-rights',
      {
        config,
        bodyLimit: TREE_BODY_BYTES,
        schema: {
          ...saving,
          operationId: 'saveUserRights',
          summary: 'Saves what a user may open: the whole tree',
          querystring: UserPermissionsQuery,
        },
      },
      async (request, reply) => {
        const principal = { kind: 'user', id: request.query.userId } as const
        void reply.header('etag', formatEtag(await savePermissions(deps, request, principal, request.body)))
        return SAVED
      },
    )
    const list = async (kind: PrincipalKey['kind'], id: number) =>
      listMenuItems(await withSnapshot(deps.database, (db) => loadPrincipal(db, { kind, id })))
    for (const { kind, path, name } of principals) {
      app.get(
        `/v1/rights-management/${path}/:id/menus`,
        {
          config,
          schema: {
            operationId: `list${name}Menus`,
            summary: `The menu items that a ${kind} may open`,
            params: IdParams,
            querystring: ServiceQuery,
            response: { 200: listEnvelope(MenuItem) },
          },
        },
        async (request) => toListEnvelope(await list(kind, request.params.id)),
      )
    }
    for (const { kind, path, name, rightsQuery } of principals) {
      app.get(
        `/v1/rights-management/${path}/:id/rights`,
        {
          config,
          schema: {
            operationId: `list${name}Rights`,
            summary: `The rights of a ${kind}`,
            params: IdParams,
            querystring: rightsQuery,
            response: { 200: listEnvelope(AssignedPermission) },
          },
        },
        async (request) => {
          const items = await list(kind, request.params.id)
          return toListEnvelope(items.map(({ id, name: label }) => ({ id, name: label })))
        },
      )
    }
  }
}

const principals = [
  { kind: 'role', path: 'role', name: 'Role', rightsQuery: OptionalServiceQuery },
  { kind: 'user', path: 'system-user', name: 'User', rightsQuery: ServiceQuery },
] as const

function listMenuItems({ nodes, rights }: Principal) {
  return nodes
    .filter(({ id }) => rights.has(id))
    .map(({ id, name, description }) => ({ id, name, description }))
    .toSorted((one, other) => one.id - other.id)
}
