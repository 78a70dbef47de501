import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { listEnvelope } from '../../../schemas/api/responses.ts'
import { MenuTreeNode, portalPermissions } from '../../../schemas/api/menu.ts'
import { IdParams } from '../../../schemas/api/parameters.ts'
import { RoleParams, ServiceQuery, UserParams } from '../../../schemas/api/requests.ts'
import {
  buildMenuTree,
  buildPrincipalTree,
  loadPrincipal,
  type PrincipalKey,
} from '../accounts/permission-tree.ts'
import { formatEtag, notFound, toListEnvelope } from '../http/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { withSnapshot } from '../database/transaction.ts'
import { listMenuNodes } from '../accounts/menu.ts'

const config = { permission: [portalPermissions.roles.id] } as const
const response = { 200: listEnvelope(MenuTreeNode) }
const everyNode = () => true

/** The menu hierarchy, by itself or with the rights of a role or user marked. */
export function menuHierarchyRoutes({ database }: AppDeps): FastifyPluginAsyncZod {
  const sendTree = async (reply: FastifyReply, principal: PrincipalKey) => {
    const tree = buildPrincipalTree(await withSnapshot(database, (db) => loadPrincipal(db, principal)))
    void reply.header('etag', formatEtag(tree))
    return toListEnvelope(tree)
  }
  return async (app) => {
    app.get(
      '/v1/menu-hierarchy',
      { config, schema: { operationId: 'getMenuHierarchy', summary: 'The whole menu', response } },
      async () => toListEnvelope(buildMenuTree(await listMenuNodes(database), everyNode)),
    )
    app.get(
      '/v1/menu-hierarchy/root',
      { config, schema: { operationId: 'getMenuRoot', summary: 'The top of the menu', response } },
      async () => {
        const nodes = await listMenuNodes(database)
        const top = nodes.filter(({ parentId }) => parentId === null)
        return toListEnvelope(buildMenuTree(top, everyNode))
      },
    )
    app.get(
      '/v1/menu-hierarchy/children/:id',
      {
        config,
        schema: {
          operationId: 'listMenuChildren',
          summary: 'The items below a menu item',
          params: IdParams,
          response,
        },
      },
      async (request) => {
        const { id } = request.params
        const nodes = await listMenuNodes(database)
        if (!nodes.some((node) => node.id === id)) throw notFound('There is no such menu item.')
        return toListEnvelope(buildMenuTree(nodes, everyNode, id))
      },
    )
    app.get(
      '/v1/menu-hierarchy/role/:roleId',
      {
        config,
        schema: {
          operationId: 'getRoleTree',
          summary: 'The menu with the rights of a role',
          versioned: true,
          params: RoleParams,
          querystring: ServiceQuery,
          response,
        },
      },
      (request, reply) => sendTree(reply, { kind: 'role', id: request.params.roleId }),
    )
    app.get(
      '/v1/menu-hierarchy/user/:userId',
      {
        config,
        schema: {
          operationId: 'getUserTree',
          summary: 'The menu with the rights of a user',
          versioned: true,
          params: UserParams,
          querystring: ServiceQuery,
          response,
        },
      },
      (request, reply) => sendTree(reply, { kind: 'user', id: request.params.userId }),
    )
  }
}
