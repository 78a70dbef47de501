import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { MenuItem, AssignedPermission } from '../../../schemas/api/menu.ts'
import { IdParams } from '../../../schemas/api/parameters.ts'
import {
  OptionalServiceQuery,
  SavePermissionsRequest,
  RolePermissionsQuery,
  ServiceQuery,
  UserPermissionsQuery,
} from '../../../schemas/api/requests.ts'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import { saveRolePermissions, saveUserPermissions } from './save-permissions.ts'
import { loadRole, type Principal, loadUser } from '../accounts/permission-tree.ts'
import { formatEtag, toEmptyEnvelope, toListEnvelope } from '../http/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { withSnapshot } from '../database/transaction.ts'
import { TREE_BODY_BYTES } from '../http/connection-limits.ts'

const config = { permission: [portalPermissions.roles.id] } as const
const SAVED = 'Right saved successfully!'
const menus = { 200: listEnvelope(MenuItem) }
const rights = { 200: listEnvelope(AssignedPermission) }

/** The rights of roles and users. */
export function permissionRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database } = deps
  return async (app) => {
    app.post(
      '/v1/rights-management/save-role-rights',
      {
        config,
        bodyLimit: TREE_BODY_BYTES,
        schema: {
          operationId: 'saveRoleRights',
          summary: 'Saves what a role may open: the whole tree',
          errorStatuses: [404, 412],
          versioned: true,
          querystring: RolePermissionsQuery,
          body: SavePermissionsRequest,
          response: { 200: EmptyEnvelope },
        },
      },
      async (request, reply) => {
        const tree = await saveRolePermissions(deps, request, request.query.roleId, request.body)
        void reply.header('etag', formatEtag(tree))
        return toEmptyEnvelope(SAVED)
      },
    )
    app.post(
      '/v1/rights-management/save-system-user-rights',
      {
        config,
        bodyLimit: TREE_BODY_BYTES,
        schema: {
          operationId: 'saveUserRights',
          summary: 'Saves what a user may open: the whole tree',
          errorStatuses: [404, 412],
          versioned: true,
          querystring: UserPermissionsQuery,
          body: SavePermissionsRequest,
          response: { 200: EmptyEnvelope },
        },
      },
      async (request, reply) => {
        const tree = await saveUserPermissions(deps, request, request.query.userId, request.body)
        void reply.header('etag', formatEtag(tree))
        return toEmptyEnvelope(SAVED)
      },
    )
    app.get(
      '/v1/rights-management/role/:id/menus',
      {
        config,
        schema: {
          operationId: 'listRoleMenus',
          summary: 'The menu items that a role may open',
          params: IdParams,
          querystring: ServiceQuery,
          response: menus,
        },
      },
      async (request) =>
        toListEnvelope(listMenuItems(await withSnapshot(database, (db) => loadRole(db, request.params.id)))),
    )
    app.get(
      '/v1/rights-management/system-user/:id/menus',
      {
        config,
        schema: {
          operationId: 'listUserMenus',
          summary: 'The menu items that a user may open',
          params: IdParams,
          querystring: ServiceQuery,
          response: menus,
        },
      },
      async (request) =>
        toListEnvelope(listMenuItems(await withSnapshot(database, (db) => loadUser(db, request.params.id)))),
    )
    app.get(
      '/v1/rights-management/role/:id/rights',
      {
        config,
        schema: {
          operationId: 'listRoleRights',
          summary: 'The rights of a role',
          params: IdParams,
          querystring: OptionalServiceQuery,
          response: rights,
        },
      },
      async (request) =>
        toListEnvelope(
          listAssignedPermissions(await withSnapshot(database, (db) => loadRole(db, request.params.id))),
        ),
    )
    app.get(
      '/v1/rights-management/system-user/:id/rights',
      {
        config,
        schema: {
          operationId: 'listUserRights',
          summary: 'The rights of a user',
          params: IdParams,
          querystring: ServiceQuery,
          response: rights,
        },
      },
      async (request) =>
        toListEnvelope(
          listAssignedPermissions(await withSnapshot(database, (db) => loadUser(db, request.params.id))),
        ),
    )
  }
}

function listMenuItems({ nodes, rights }: Principal) {
  return nodes
    .filter(({ id }) => rights.has(id))
    .map(({ id, name, description }) => ({ id, name, description }))
    .toSorted((one, other) => one.id - other.id)
}

function listAssignedPermissions(subject: Principal) {
  return listMenuItems(subject).map(({ id, name }) => ({ id, name }))
}
