import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { UpdateRoleRequest } from '../../../schemas/api/requests.ts'
import { type RoleForm, validateRole, type Role } from '../../../schemas/api/role.ts'
import { badRequest, checkIfMatch, checkSameId, conflict } from '../http/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { logAuditEvent } from '../http/audit.ts'
import * as roles from './repository.ts'
import { requireChangeableRole, requireRole, transactAsCaller } from '../permissions/privilege-escalation.ts'

/** Adds a role without rights. Throws 400 with the form's message, 409 if the name is taken. */
export async function createRole(deps: AppDeps, request: FastifyRequest, body: RoleForm): Promise<Role> {
  const form = parseForm(body, 'create')
  const role = await transactAsCaller(deps, request, async (trx) => {
    if (await roles.hasRoleName(trx, form.name)) throw conflict('A role with this name already exists.')
    return roles.insertRole(trx, form.name, form.description)
  })
  logAuditEvent(request, 'role created', { role: role.name })
  return role
}

/** Changes a role's description; its name stays. */
export async function updateRole(
  deps: AppDeps,
  request: FastifyRequest,
  id: number,
  body: z.output<typeof UpdateRoleRequest>,
): Promise<Role> {
  checkSameId(id, body.id)
  const role = await transactAsCaller(deps, request, async (trx, callerPermissions) => {
    const current = await requireChangeableRole(trx, callerPermissions, id)
    checkIfMatch(request, current)
    const wanted = { name: body.name ?? current.name, description: body.description }
    const isUnchanged = wanted.name === current.name && wanted.description === current.description
    const form = isUnchanged ? wanted : parseForm(wanted, 'edit')
    if (form.name !== current.name) throw badRequest('The Role Name cannot be changed.')
    await roles.storeRoleDescription(trx, id, form.description)
    return requireRole(trx, id)
  })
  logAuditEvent(request, 'role updated', { role: role.name })
  return role
}

/** Removes a role with its rights. Throws 409 while it has users. */
export async function removeRole(deps: AppDeps, request: FastifyRequest, id: number): Promise<void> {
  const role = await transactAsCaller(deps, request, async (trx, callerPermissions) => {
    const current = await requireChangeableRole(trx, callerPermissions, id)
    checkIfMatch(request, current)
    const users = await roles.countUsersOfRole(trx, id)
    if (users > 0) {
      const reason = users === 1 ? '1 user has it' : `${users} users have it`
      throw conflict(`This role cannot be deleted because ${reason}.`)
    }
    await roles.deleteRole(trx, id)
    return current
  })
  logAuditEvent(request, 'role deleted', { role: role.name })
}

function parseForm(body: RoleForm, mode: 'create' | 'edit'): RoleForm {
  const form = { name: body.name.trim(), description: body.description.trim() }
  const { message } = validateRole(form, mode)
  if (message !== null) throw badRequest(message)
  return form
}
