import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { UpdateRoleRequest } from '../../../schemas/api/requests.ts'
import { type RoleForm, validateRole, type Role } from '../../../schemas/api/role.ts'
import { badRequest, checkIfMatch, checkSameId, conflict } from '../http/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { transactAsCaller } from '../access/authorization.ts'
import { buildDifference } from '../audit/difference.ts'
import { listMenuNodes, nameRights } from '../accounts/menu.ts'
import { listRolePermissionIds } from '../accounts/permissions.ts'
import * as roles from '../accounts/roles.ts'
import { requireChangeableRole } from '../accounts/privilege-escalation.ts'
import { requireRole } from '../accounts/roles.ts'

/** Adds a role without rights. Throws 400 with the form's message, 409 if the name is taken. */
export async function createRole(deps: AppDeps, request: FastifyRequest, body: RoleForm): Promise<Role> {
  const form = parseForm(body, 'create')
  return transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
    if (await roles.hasRoleName(trx, form.name)) throw conflict('A role with this name already exists.')
    const role = await roles.insertRole(trx, form.name, form.description)
    recordEvent('role created', { role: role.name }, { details: { after: role } })
    return role
  })
}

/** Changes a role's description; its name stays. */
export async function updateRole(
  deps: AppDeps,
  request: FastifyRequest,
  id: number,
  body: z.output<typeof UpdateRoleRequest>,
): Promise<Role> {
  checkSameId(id, body.id)
  return transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const current = await requireChangeableRole(trx, callerPermissions, id)
    checkIfMatch(request, current)
    const wanted = { name: body.name ?? current.name, description: body.description }
    const isUnchanged = wanted.name === current.name && wanted.description === current.description
    const form = isUnchanged ? wanted : parseForm(wanted, 'edit')
    if (form.name !== current.name) throw badRequest('The Role Name cannot be changed.')
    await roles.storeRoleDescription(trx, id, form.description)
    const role = await requireRole(trx, id)
    recordEvent('role updated', { role: role.name }, { details: buildDifference(current, role) })
    return role
  })
}

/** Removes a role with its rights. Throws 409 while it has users. */
export async function removeRole(deps: AppDeps, request: FastifyRequest, id: number): Promise<void> {
  await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const current = await requireChangeableRole(trx, callerPermissions, id)
    checkIfMatch(request, current)
    const users = await roles.countUsersOfRole(trx, id)
    if (users > 0) {
      const reason = users === 1 ? '1 user has it' : `${users} users have it`
      throw conflict(`This role cannot be deleted because ${reason}.`)
    }
    const rights = nameRights(await listMenuNodes(trx), await listRolePermissionIds(trx, id))
    await roles.deleteRole(trx, id)
    recordEvent('role deleted', { role: current.name }, { details: { before: { ...current, rights } } })
  })
}

function parseForm(body: RoleForm, mode: 'create' | 'edit'): RoleForm {
  const form = { name: body.name.trim(), description: body.description.trim() }
  const { message } = validateRole(form, mode)
  if (message !== null) throw badRequest(message)
  return form
}
