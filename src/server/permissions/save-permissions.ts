import type { FastifyRequest } from 'fastify'
import type { SavePermissionsRequest } from '../../../schemas/api/permissions.ts'
import type { AppDeps } from '../app-deps.ts'
import { logAuditEvent } from '../http/audit.ts'
import { checkIfMatch } from '../http/etag.ts'
import {
  deleteUserPermissions,
  listRolePermissionIds,
  storeRolePermissions,
  storeUserPermissions,
} from './repository.ts'
import type { PermissionIds } from './effective-permissions.ts'
import { assertCanChange } from './privilege-escalation.ts'
import { loadRole, type Principal, buildPrincipalTree, loadUser } from './permission-tree.ts'
import { transactAsCaller } from './transact-as-caller.ts'
import { badRequest } from '../http/api-error.ts'
import type { MenuNode } from './menu-items.ts'

/**
 * Saves the tree of a role and returns its new ETag's material, the tree as stored. Throws 400 for a tree that is
 * not the menu's, 403 for a right that the caller does not hold, 404 for role 1, 412 for a stale tree.
 */
export async function saveRolePermissions(
  deps: AppDeps,
  request: FastifyRequest,
  roleId: number,
  body: SavePermissionsRequest,
) {
  const saved = await transactAsCaller(deps, request, async (trx, held) => {
    const subject = await loadRole(trx, roleId)
    checkIfMatch(request, buildPrincipalTree(subject))
    const after = withMissing(parsePermissionTree(body, subject.nodes), subject)
    assertCanChange({ subject: 'role', held, before: subject.rights, after })
    await storeRolePermissions(trx, roleId, [...after])
    return { ...subject, rights: after, before: subject.rights }
  })
  logAuditEvent(request, 'role rights saved', { role: saved.name, ...difference(saved.before, saved.rights) })
  return buildPrincipalTree(saved)
}

/** The same for a user: the user's own rights from now on, unless they equal the role's. */
export async function saveUserPermissions(
  deps: AppDeps,
  request: FastifyRequest,
  userId: number,
  body: SavePermissionsRequest,
) {
  const saved = await transactAsCaller(deps, request, async (trx, held) => {
    const subject = await loadUser(trx, userId)
    checkIfMatch(request, buildPrincipalTree(subject))
    const after = withMissing(parsePermissionTree(body, subject.nodes), subject)
    assertCanChange({ subject: 'user', held, before: subject.rights, after })
    const ofRole = new Set(await listRolePermissionIds(trx, subject.roleId))
    if (isSame(after, ofRole)) await deleteUserPermissions(trx, userId)
    else await storeUserPermissions(trx, userId, [...after])
    return { ...subject, rights: after, before: subject.rights }
  })
  logAuditEvent(request, 'user rights saved', { user: saved.name, ...difference(saved.before, saved.rights) })
  return buildPrincipalTree(saved)
}

/** A submitted tree cannot show rights whose menu record is missing: the subject keeps those that it has. */
function withMissing(submitted: PermissionIds, { nodes, rights }: Principal): PermissionIds {
  const shown = new Set(nodes.map(({ id }) => id))
  return new Set([...submitted, ...[...rights].filter((id) => !shown.has(id))])
}

function isSame(one: PermissionIds, other: PermissionIds): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

function difference(before: PermissionIds, after: PermissionIds) {
  return {
    granted: [...after].filter((id) => !before.has(id)),
    revoked: [...before].filter((id) => !after.has(id)),
  }
}

interface SubmittedNode {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly child: readonly SubmittedNode[] | null
}

/**
 * The ids that a submitted tree turns on. The tree must be the menu hierarchy itself, every record once and in its
 * place: only `enabled` is the caller's to say (S24). Throws 400 with the record at fault.
 */
function parsePermissionTree({ records }: SavePermissionsRequest, nodes: readonly MenuNode[]): PermissionIds {
  const known = new Map(nodes.map((node) => [node.id, node]))
  const seen = new Set<number>()
  const enabled = new Set<number>()
  const read = (list: readonly SubmittedNode[], parentId: number | null): void => {
    for (const { id, name, description, enabled: on, child } of list) {
      const node = known.get(id)
      if (node === undefined) throw badRequest(`There is no menu item ${id}.`)
      if (seen.has(id)) throw badRequest(`Menu item ${id} stands there twice.`)
      if (node.name !== name || node.description !== description || node.parentId !== parentId) {
        throw badRequest(`Menu item ${id} is not as the menu has it; only its right can be changed.`)
      }
      seen.add(id)
      if (on) enabled.add(id)
      read(child ?? [], id)
    }
  }
  read(records, null)
  const missing = nodes.find(({ id }) => !seen.has(id))
  if (missing !== undefined) throw badRequest(`Menu item ${missing.id} is missing.`)
  return enabled
}
