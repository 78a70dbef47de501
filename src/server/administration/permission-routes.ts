import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { AssignedPermission, MenuItem, MenuTreeNode } from '../../../schemas/api/menu.ts'
import { IdParams } from '../../../schemas/api/parameters.ts'
import {
  OptionalServiceQuery,
  RoleParams,
  RolePermissionsQuery,
  SavePermissionsRequest,
  ServiceQuery,
  UserParams,
  UserPermissionsQuery,
} from '../../../schemas/api/requests.ts'
import type { AppDeps } from '../access/authorization.ts'
import { forAdministrators } from '../access/permission.ts'
import { listMenuNodes } from '../accounts/menu.ts'
import {
  buildMenuTree,
  buildPrincipalTree,
  loadPrincipal,
  type PrincipalKey,
} from '../accounts/permissions.ts'
import { withSnapshot } from '../database/transaction.ts'
import { TREE_BODY_BYTES } from '../http/connection-limits.ts'
import { formatEtag, notFound, toEmptyEnvelope, toListEnvelope } from '../http/responses.ts'
import { savePermissions } from './save-permissions.ts'

const response = { 200: listEnvelope(MenuTreeNode) }
const everyNode = () => true

const principals = [
  { kind: 'role', path: 'role', name: 'Role', rightsQuery: OptionalServiceQuery },
  { kind: 'user', path: 'system-user', name: 'User', rightsQuery: ServiceQuery },
] as const
type Kind = PrincipalKey['kind']

const readsTree = <Params>(kind: Kind, name: string, params: Params) =>
  forAdministrators({
    operationId: `get${name}Tree`,
    summary: `The menu with the rights of a ${kind}`,
    versioned: true,
    params,
    querystring: ServiceQuery,
    response,
  })

const savesTree = <Query>(kind: Kind, name: string, querystring: Query) => ({
  bodyLimit: TREE_BODY_BYTES,
  ...forAdministrators({
    operationId: `save${name}Rights`,
    summary: `Saves what a ${kind} may open: the whole tree`,
    errorStatuses: [404, 412],
    versioned: true,
    querystring,
    body: SavePermissionsRequest,
    response: { 200: EmptyEnvelope },
  }),
})

/** The menu hierarchy, by itself or with the rights of a role or user marked, and those rights. */
export function permissionRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database } = deps
  const load = (principal: PrincipalKey) => withSnapshot(database, (db) => loadPrincipal(db, principal))
  const sendTree = async (reply: FastifyReply, principal: PrincipalKey) => {
    const tree = buildPrincipalTree(await load(principal))
    void reply.header('etag', formatEtag(tree))
    return toListEnvelope(tree)
  }
  const listItems = async (principal: PrincipalKey) => {
    const { nodes, rights } = await load(principal)
    return nodes.filter(({ id }) => rights.has(id)).toSorted((one, other) => one.id - other.id)
  }
  const save = async (
    request: FastifyRequest,
    body: SavePermissionsRequest,
    reply: FastifyReply,
    principal: PrincipalKey,
  ) => {
    void reply.header('etag', formatEtag(await savePermissions(deps, request, principal, body)))
    return toEmptyEnvelope('Right saved successfully!')
  }
  return async (app) => {
    app.get(
      '/v1/menu-hierarchy',
      forAdministrators({ operationId: 'getMenuHierarchy', summary: 'The whole menu', response }),
      async () => toListEnvelope(buildMenuTree(await listMenuNodes(database), everyNode)),
    )
    app.get(
      '/v1/menu-hierarchy/root',
      forAdministrators({ operationId: 'getMenuRoot', summary: 'The top of the menu', response }),
      async () => {
        const nodes = await listMenuNodes(database)
        const top = nodes.filter(({ parentId }) => parentId === null)
        return toListEnvelope(buildMenuTree(top, everyNode))
      },
    )
    app.get(
      '/v1/menu-hierarchy/children/:id',
      forAdministrators({
        operationId: 'listMenuChildren',
        summary: 'The items below a menu item',
        params: IdParams,
        response,
      }),
      async ({ params: { id } }) => {
        const nodes = await listMenuNodes(database)
        if (!nodes.some((node) => node.id === id)) throw notFound('There is no such menu item.')
        return toListEnvelope(buildMenuTree(nodes, everyNode, id))
      },
    )
    app.get('/v1/menu-hierarchy/role/:roleId', readsTree('role', 'Role', RoleParams), ({ params }, reply) =>
      sendTree(reply, { kind: 'role', id: params.roleId }),
    )
    app.get('/v1/menu-hierarchy/user/:userId', readsTree('user', 'User', UserParams), ({ params }, reply) =>
      sendTree(reply, { kind: 'user', id: params.userId }),
    )
    app.post(
      '/v1/rights-management/save-role-rights',
      savesTree('role', 'Role', RolePermissionsQuery),
      (request, reply) => save(request, request.body, reply, { kind: 'role', id: request.query.roleId }),
    )
    app.post(
      '/v1/rights-management/save-system-user-rights',
      savesTree('user', 'User', UserPermissionsQuery),
      (request, reply) => save(request, request.body, reply, { kind: 'user', id: request.query.userId }),
    )
    for (const { kind, path, name } of principals) {
      app.get(
        `/v1/rights-management/${path}/:id/menus`,
        forAdministrators({
          operationId: `list${name}Menus`,
          summary: `The menu items that a ${kind} may open`,
          params: IdParams,
          querystring: ServiceQuery,
          response: { 200: listEnvelope(MenuItem) },
        }),
        async ({ params: { id } }) => {
          const items = await listItems({ kind, id })
          return toListEnvelope(items.map(({ parentId: _parent, ...item }) => item))
        },
      )
    }
    for (const { kind, path, name, rightsQuery } of principals) {
      app.get(
        `/v1/rights-management/${path}/:id/rights`,
        forAdministrators({
          operationId: `list${name}Rights`,
          summary: `The rights of a ${kind}`,
          params: IdParams,
          querystring: rightsQuery,
          response: { 200: listEnvelope(AssignedPermission) },
        }),
        async ({ params: { id } }) => {
          const items = await listItems({ kind, id })
          return toListEnvelope(items.map(({ id: menuId, name: label }) => ({ id: menuId, name: label })))
        },
      )
    }
  }
}
