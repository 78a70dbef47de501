import type { FastifyRequest } from 'fastify'
import type { SavePermissionsRequest } from '../../../schemas/api/requests.ts'
import type { AppDeps } from '../app-deps.ts'
import { badRequest, checkIfMatch } from '../http/responses.ts'
import {
  deleteUserPermissions,
  listRolePermissionIds,
  type PermissionIds,
  storeRolePermissions,
  storeUserPermissions,
} from './repository.ts'
import { assertCanChange, transactAsCaller } from './privilege-escalation.ts'
import { loadRole, type Principal, buildPrincipalTree, loadUser } from './permission-tree.ts'
import { type MenuNode, nameRights } from './menu.ts'

/**
 * Saves the tree of a role and returns the tree as stored, for its ETag. Throws 400 if the tree is not that of the
 * menu, 403 for a right that the caller lacks, 404 for role 1, 412 for a stale tree.
 */
export async function saveRolePermissions(
  deps: AppDeps,
  request: FastifyRequest,
  roleId: number,
  body: SavePermissionsRequest,
) {
  const saved = await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const subject = await loadRole(trx, roleId)
    checkIfMatch(request, buildPrincipalTree(subject))
    const after = addMissingRights(parsePermissionTree(body, subject.nodes), subject)
    assertCanChange({ subject: 'role', callerPermissions, before: subject.rights, after })
    await storeRolePermissions(trx, roleId, [...after])
    const line = { role: subject.name, ...comparePermissions(subject.rights, after) }
    recordEvent('role rights saved', line, { details: describeRights(roleId, subject, after) })
    return { ...subject, rights: after }
  })
  return buildPrincipalTree(saved)
}

/** Saves the tree of a user, as its own rights unless they equal the role's. Throws as for a role. */
export async function saveUserPermissions(
  deps: AppDeps,
  request: FastifyRequest,
  userId: number,
  body: SavePermissionsRequest,
) {
  const saved = await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const subject = await loadUser(trx, userId)
    checkIfMatch(request, buildPrincipalTree(subject))
    const after = addMissingRights(parsePermissionTree(body, subject.nodes), subject)
    assertCanChange({ subject: 'user', callerPermissions, before: subject.rights, after })
    const ofRole = new Set(await listRolePermissionIds(trx, subject.roleId))
    if (isSame(after, ofRole)) await deleteUserPermissions(trx, userId)
    else await storeUserPermissions(trx, userId, [...after])
    const line = { user: subject.name, ...comparePermissions(subject.rights, after) }
    recordEvent('user rights saved', line, { details: describeRights(userId, subject, after) })
    return { ...subject, rights: after }
  })
  return buildPrincipalTree(saved)
}

/** Adds the rights of the principal whose menu record is missing: a submitted tree cannot contain them. */
function addMissingRights(submitted: PermissionIds, { nodes, rights }: Principal): PermissionIds {
  const shown = new Set(nodes.map(({ id }) => id))
  return new Set([...submitted, ...[...rights].filter((id) => !shown.has(id))])
}

function isSame(one: PermissionIds, other: PermissionIds): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

/** What the history stores of saved rights: enough to see, and to save again, those from before. */
function describeRights(id: number, { nodes, rights: before }: Principal, after: PermissionIds) {
  const { granted, revoked } = comparePermissions(before, after)
  return {
    id,
    granted: nameRights(nodes, granted),
    revoked: nameRights(nodes, revoked),
    before: nameRights(nodes, [...before]),
    after: nameRights(nodes, [...after]),
  }
}

function comparePermissions(before: PermissionIds, after: PermissionIds) {
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
 * Parses the enabled ids of a submitted tree. It must equal the menu hierarchy, with every record once and below its
 * parent: only `enabled` may differ (S24). Throws 400 with the first wrong record.
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
