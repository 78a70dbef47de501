import type { FastifyReply, FastifyRequest } from 'fastify'
import { listEnvelope, SavedRights } from '../../../../schemas/api/responses.ts'
import { AssignedPermission, MenuItem, MenuTreeNode } from '../../../../schemas/api/menu.ts'
import { IdParams } from '../../../../schemas/api/parameters.ts'
import * as requests from '../../../../schemas/api/requests.ts'
import type { IdentityDeps } from '../access/authorization.ts'
import { byId, forAdministrators, type RouteApp } from '../../platform/http/permission.ts'
import { listMenuNodes } from '../accounts/menu-tree.ts'
import * as permissions from '../accounts/permissions.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { TREE_BODY_BYTES } from '../../platform/http/connection-limits.ts'
import { formatEtag, notFound, toEmptyEnvelope, toListEnvelope } from '../../platform/http/responses.ts'
import { savePermissions } from './save-permissions.ts'

const { ServiceQuery, SavePermissionsRequest } = requests
const Tree = listEnvelope(MenuTreeNode)
const everyNode = () => true

const principals = [
  { kind: 'role', path: 'role', name: 'Role', rightsQuery: requests.OptionalServiceQuery },
  { kind: 'user', path: 'system-user', name: 'User', rightsQuery: ServiceQuery },
] as const

const readsTree = <Params>(kind: string, name: string, params: Params) =>
  forAdministrators(`get${name}Tree`, `The menu with the rights of a ${kind}`, Tree, {
    params,
    querystring: ServiceQuery,
  })

const savesTree = <Query>(kind: string, name: string, querystring: Query) => ({
  bodyLimit: TREE_BODY_BYTES,
  ...forAdministrators(`save${name}Rights`, `Saves what a ${kind} may open: the whole tree`, SavedRights, {
    querystring,
    body: SavePermissionsRequest,
  }),
})

/** Serves the menu hierarchy, by itself or with the rights of a role or user marked, and those rights. */
export function permissionRoutes(app: RouteApp, deps: IdentityDeps): void {
  const { database } = deps
  const load = (principal: permissions.PrincipalKey) =>
    withSnapshot(database, (db) => permissions.loadPrincipal(db, principal))
  const sendTree = async (reply: FastifyReply, principal: permissions.PrincipalKey) => {
    const tree = permissions.buildPrincipalTree(await load(principal))
    void reply.header('etag', formatEtag(tree))
    return toListEnvelope(tree)
  }
  const listItems = async (principal: permissions.PrincipalKey) => {
    const { nodes, rights } = await load(principal)
    return nodes.filter(({ id }) => rights.has(id)).toSorted((left, right) => left.id - right.id)
  }
  const save = async (
    request: FastifyRequest,
    body: requests.SavePermissionsRequest,
    reply: FastifyReply,
    principal: permissions.PrincipalKey,
  ) => {
    const { tree, warning } = await savePermissions(deps, request, principal, body)
    void reply.header('etag', formatEtag(tree))
    return { ...toEmptyEnvelope('Right saved successfully!'), ...(warning !== undefined && { warning }) }
  }
  app.get('/v1/menu-hierarchy', forAdministrators('getMenuHierarchy', 'The whole menu', Tree), async () =>
    toListEnvelope(permissions.buildMenuTree(await listMenuNodes(database), everyNode)),
  )
  app.get(
    '/v1/menu-hierarchy/root',
    forAdministrators('getMenuRoot', 'The top of the menu', Tree),
    async () => {
      const top = (await listMenuNodes(database)).filter(({ parentId }) => parentId === null)
      return toListEnvelope(permissions.buildMenuTree(top, everyNode))
    },
  )
  app.get(
    '/v1/menu-hierarchy/children/:id',
    forAdministrators('listMenuChildren', 'The items below a menu item', Tree, byId),
    async ({ params: { id } }) => {
      const nodes = await listMenuNodes(database)
      if (!nodes.some((node) => node.id === id)) throw notFound('There is no such menu item.')
      return toListEnvelope(permissions.buildMenuTree(nodes, everyNode, id))
    },
  )
  app.get(
    '/v1/menu-hierarchy/role/:roleId',
    readsTree('role', 'Role', requests.RoleParams),
    ({ params }, reply) => sendTree(reply, { kind: 'role', id: params.roleId }),
  )
  app.get(
    '/v1/menu-hierarchy/user/:userId',
    readsTree('user', 'User', requests.UserParams),
    ({ params }, reply) => sendTree(reply, { kind: 'user', id: params.userId }),
  )
  app.post(
    '/v1/rights-management/save-role-rights',
    savesTree('role', 'Role', requests.RolePermissionsQuery),
    (request, reply) => save(request, request.body, reply, { kind: 'role', id: request.query.roleId }),
  )
  app.post(
    '/v1/rights-management/save-system-user-rights',
    savesTree('user', 'User', requests.UserPermissionsQuery),
    (request, reply) => save(request, request.body, reply, { kind: 'user', id: request.query.userId }),
  )
  for (const { kind, path, name } of principals) {
    app.get(
      `/v1/rights-management/${path}/:id/menus`,
      forAdministrators(
        `list${name}Menus`,
        `The menu items that a ${kind} may open`,
        listEnvelope(MenuItem),
        { params: IdParams, querystring: ServiceQuery },
      ),
      // The schema of the response leaves the parent out.
      async ({ params: { id } }) => toListEnvelope(await listItems({ kind, id })),
    )
  }
  for (const { kind, path, name, rightsQuery } of principals) {
    app.get(
      `/v1/rights-management/${path}/:id/rights`,
      forAdministrators(`list${name}Rights`, `The rights of a ${kind}`, listEnvelope(AssignedPermission), {
        params: IdParams,
        querystring: rightsQuery,
      }),
      async ({ params: { id } }) => toListEnvelope(await listItems({ kind, id })),
    )
  }
}
