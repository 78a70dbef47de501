import type { FastifyRequest } from 'fastify'
import { envelope, EmptyEnvelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { IdParams } from '../../../../schemas/api/parameters.ts'
import { CreateRoleRequest, UpdateRoleRequest } from '../../../../schemas/api/requests.ts'
import { Role, type RoleForm, validateRole } from '../../../../schemas/api/role.ts'
import { type IdentityDeps, transactAsCaller } from '../access/authorization.ts'
import { byId, byPage, created, forAdministrators, type RouteApp } from '../../platform/http/permission.ts'
import { listMenuNodes, nameRights } from '../accounts/menu-tree.ts'
import { listRolePermissionIds } from '../accounts/permissions.ts'
import { requireChangeableRole } from '../accounts/privilege-escalation.ts'
import * as roles from '../accounts/roles.ts'
import { buildDifference } from '../../platform/history/request-events.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import * as http from '../../platform/http/responses.ts'

const One = envelope(Role)
const SAVED = 'Role saved successfully!'

export function roleMasterRoutes(app: RouteApp, deps: IdentityDeps): void {
  const { database } = deps
  app.get(
    '/v1/role-master',
    forAdministrators('listRoles', 'A page of the roles', listEnvelope(Role), byPage),
    async ({ query }) =>
      http.toPageEnvelope(await withSnapshot(database, (db) => roles.listRoles(db, query))),
  )
  app.get(
    '/v1/role-master/:id',
    forAdministrators('getRole', 'One role', One, byId),
    async ({ params }, reply) => http.sendRecord(reply, await roles.requireRole(database, params.id)),
  )
  app.post(
    '/v1/role-master',
    forAdministrators('createRole', 'Adds a role without rights', created(One), {
      body: CreateRoleRequest,
    }),
    async (request, reply) => {
      const form = parseForm(request.body, 'create')
      const added = await transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
        const taken = await roles.findRoleNamed(trx, form.name)
        if (taken !== undefined) throw http.conflict('A role with this name already exists.')
        const { requiresSecondFactor } = request.body
        const role = await roles.insertRole(trx, form.name, form.description, requiresSecondFactor)
        recordEvent('role created', { role: role.name }, { details: { after: role } })
        return role
      })
      return http.sendRecord(reply.code(201), added, SAVED)
    },
  )
  app.put(
    '/v1/role-master/:id',
    forAdministrators(
      'updateRole',
      'Changes the description of a role, and whether it requires a second factor',
      One,
      {
        params: IdParams,
        body: UpdateRoleRequest,
      },
    ),
    async (request, reply) => {
      const { params, body } = request
      http.checkSameId(params.id, body.id)
      const changed = await updateRole(deps, request, params.id, () => body)
      return http.sendRecord(reply, changed, SAVED)
    },
  )
  app.delete(
    '/v1/role-master/:id',
    forAdministrators('deleteRole', 'Removes a role without users', EmptyEnvelope, byId),
    async (request) => {
      const { id } = request.params
      await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
        const current = await requireChangeableRole(trx, callerPermissions, id)
        http.checkIfMatch(request, current)
        const users = await roles.countUsersOfRole(trx, id)
        if (users > 0) {
          const reason = users === 1 ? '1 user has it' : `${users} users have it`
          throw http.conflict(`This role cannot be deleted because ${reason}.`)
        }
        const rights = nameRights(await listMenuNodes(trx), await listRolePermissionIds(trx, id))
        await roles.deleteRole(trx, id)
        recordEvent('role deleted', { role: current.name }, { details: { before: { ...current, rights } } })
      })
      return http.toEmptyEnvelope('Role deleted successfully!')
    },
  )
}

/** Changes a role to a form, which a function of the role returns; what it leaves out stays. */
export function updateRole(
  deps: IdentityDeps,
  request: FastifyRequest,
  id: number,
  getForm: (current: Role) => UpdateRoleRequest,
) {
  return transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const current = await requireChangeableRole(trx, callerPermissions, id)
    http.checkIfMatch(request, current)
    const body = getForm(current)
    const sent = { name: body.name ?? current.name, description: body.description }
    const isUnchanged = sent.name === current.name && sent.description === current.description
    const form = isUnchanged ? sent : parseForm(sent, 'edit')
    if (form.name !== current.name) throw http.badRequest('The Role Name cannot be changed.')
    const { requiresSecondFactor = current.requiresSecondFactor } = body
    await roles.updateRole(trx, id, { description: form.description, requiresSecondFactor })
    const role = await roles.requireRole(trx, id)
    const details = buildDifference(listFields(current), listFields(role))
    recordEvent('role updated', { role: role.name }, { details })
    return role
  })
}

/** Returns the fields of a role that can be changed. */
export const listFields = ({ description, requiresSecondFactor = false }: Role) => ({
  description,
  requiresSecondFactor,
})

function parseForm(body: RoleForm, mode: 'create' | 'edit'): RoleForm {
  const form = { name: body.name.trim(), description: body.description.trim() }
  const { message } = validateRole(form, mode)
  if (message !== null) throw http.badRequest(message)
  return form
}
