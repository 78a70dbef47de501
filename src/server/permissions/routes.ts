import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DoneAnswer, listOf } from '../../../schemas/api/envelope.ts'
import { MenuItem, Right } from '../../../schemas/api/menu.ts'
import { RecordPath } from '../../../schemas/api/parameters.ts'
import {
  OptionalServiceQuery,
  RightsBody,
  RoleRightsQuery,
  ServiceQuery,
  UserRightsQuery,
} from '../../../schemas/api/permissions.ts'
import { saveRoleRights, saveUserRights } from './save-permissions.ts'
import { roleSubject, type Subject, userSubject } from './permission-tree.ts'
import { done, list } from '../http/envelope.ts'
import type { AppDeps } from '../app-deps.ts'
import { snapshot } from '../database/transaction.ts'
import { etagOf } from '../http/etag.ts'
import { ADMINISTRATION } from './permission.ts'
import { TREE_BODY_BYTES } from '../http/connection-limits.ts'

const config = { permission: [ADMINISTRATION] } as const
const SAVED = 'Right saved successfully!'
const menus = { 200: listOf(MenuItem) }
const rights = { 200: listOf(Right) }

/** What roles and users may open (spec §7 "Menu hierarchy and rights", R21, R29, R47). */
export function rightsManagementRoutes(deps: AppDeps): FastifyPluginAsyncZod {
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
          refuses: [404, 412],
          versioned: true,
          querystring: RoleRightsQuery,
          body: RightsBody,
          response: { 200: DoneAnswer },
        },
      },
      async (request, reply) => {
        const tree = await saveRoleRights(deps, request, request.query.roleId, request.body)
        void reply.header('etag', etagOf(tree))
        return done(SAVED)
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
          refuses: [404, 412],
          versioned: true,
          querystring: UserRightsQuery,
          body: RightsBody,
          response: { 200: DoneAnswer },
        },
      },
      async (request, reply) => {
        const tree = await saveUserRights(deps, request, request.query.userId, request.body)
        void reply.header('etag', etagOf(tree))
        return done(SAVED)
      },
    )
    app.get(
      '/v1/rights-management/role/:id/menus',
      {
        config,
        schema: {
          operationId: 'listRoleMenus',
          summary: 'The menu items that a role may open',
          params: RecordPath,
          querystring: ServiceQuery,
          response: menus,
        },
      },
      async (request) => list(menusOf(await snapshot(database, (db) => roleSubject(db, request.params.id)))),
    )
    app.get(
      '/v1/rights-management/system-user/:id/menus',
      {
        config,
        schema: {
          operationId: 'listUserMenus',
          summary: 'The menu items that a user may open',
          params: RecordPath,
          querystring: ServiceQuery,
          response: menus,
        },
      },
      async (request) => list(menusOf(await snapshot(database, (db) => userSubject(db, request.params.id)))),
    )
    app.get(
      '/v1/rights-management/role/:id/rights',
      {
        config,
        schema: {
          operationId: 'listRoleRights',
          summary: 'The rights of a role',
          params: RecordPath,
          querystring: OptionalServiceQuery,
          response: rights,
        },
      },
      async (request) => list(rightsOf(await snapshot(database, (db) => roleSubject(db, request.params.id)))),
    )
    app.get(
      '/v1/rights-management/system-user/:id/rights',
      {
        config,
        schema: {
          operationId: 'listUserRights',
          summary: 'The rights of a user',
          params: RecordPath,
          querystring: ServiceQuery,
          response: rights,
        },
      },
      async (request) => list(rightsOf(await snapshot(database, (db) => userSubject(db, request.params.id)))),
    )
  }
}

function menusOf({ nodes, rights }: Subject) {
  return nodes
    .filter(({ id }) => rights.has(id))
    .map(({ id, name, description }) => ({ id, name, description }))
    .toSorted((one, other) => one.id - other.id)
}

function rightsOf(subject: Subject) {
  return menusOf(subject).map(({ id, name }) => ({ id, name }))
}
