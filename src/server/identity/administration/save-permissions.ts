import type { FastifyRequest } from 'fastify'
import type { MenuTreeNode } from '../../../../schemas/api/menu.ts'
import type { SavePermissionsRequest } from '../../../../schemas/api/requests.ts'
import { type IdentityDeps, transactAsCaller } from '../access/authorization.ts'
import { badRequest, CHANGED_SINCE, checkIfMatch, conflict } from '../../platform/http/responses.ts'
import { requireAdministrator, assertCanChange, warnOfLack } from '../accounts/privilege-escalation.ts'
import {
  listRolePermissionIds,
  type PermissionIds,
  storeRolePermissions,
  storeUserPermissions,
  buildPrincipalTree,
  loadPrincipal,
  type Principal,
  type PrincipalKey,
} from '../accounts/permissions.ts'
import { compareRights, type MenuNode } from '../accounts/menu-tree.ts'

/**
 * Saves the tree of a role or user. Returns the tree as stored, for its ETag, and a warning if administrators lack a right that
 * it grants. The rights of a user become its own
 * unless they equal the role's. Throws 400 if the tree is not that of the menu, 403 for a right that the caller lacks,
 * 404 for role 1 and its users, 409 if no administrator would be left, 412 for a stale tree.
 */
export function savePermissions(
  deps: IdentityDeps,
  request: FastifyRequest,
  principal: PrincipalKey,
  body: SavePermissionsRequest,
) {
  return changeRights(deps, request, principal, (subject) => {
    checkIfMatch(request, buildPrincipalTree(subject))
    return addMissingRights(parsePermissionTree(body, subject.nodes), subject)
  })
}

/** Gives a role or user the rights before a change again. Throws 409 if they are not as the change left them. */
export function restoreRights(
  deps: IdentityDeps,
  request: FastifyRequest,
  principal: PrincipalKey,
  { before, after }: { readonly before: PermissionIds; readonly after: PermissionIds },
) {
  return changeRights(deps, request, principal, ({ rights }) => {
    if (!isSame(rights, after)) throw conflict(CHANGED_SINCE)
    return before
  })
}

function changeRights(
  deps: IdentityDeps,
  request: FastifyRequest,
  principal: PrincipalKey,
  choose: (subject: Principal) => PermissionIds,
) {
  return transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const { kind, id } = principal
    const subject: Principal & { readonly roleId?: number } = await loadPrincipal(trx, principal)
    const after = choose(subject)
    await assertCanChange(trx, { subject: kind, callerPermissions, before: subject.rights, after })
    if (kind === 'role') await storeRolePermissions(trx, id, [...after])
    else {
      const ofRole = new Set(await listRolePermissionIds(trx, subject.roleId ?? 0))
      await storeUserPermissions(trx, id, isSame(after, ofRole) ? null : [...after])
    }
    await requireAdministrator(trx)
    const { ids, names } = compareRights(subject.nodes, subject.rights, after)
    recordEvent(`${kind} rights saved`, { [kind]: subject.name, ...ids }, { details: { id, ...names } })
    const tree = buildPrincipalTree({ ...subject, rights: after })
    return { tree, warning: await warnOfLack(trx, ids.granted) }
  })
}

/** Adds the rights of the principal whose menu record is missing: a submitted tree cannot contain them. */
function addMissingRights(submitted: PermissionIds, { nodes, rights }: Principal): PermissionIds {
  const shown = new Set(nodes.map(({ id }) => id))
  return new Set([...submitted, ...[...rights].filter((id) => !shown.has(id))])
}

const isSame = (before: PermissionIds, after: PermissionIds): boolean =>
  before.size === after.size && [...before].every((id) => after.has(id))

/**
 * Parses the enabled ids of a submitted tree. It must equal the menu hierarchy, with every record once and below its
 * parent: only `enabled` may differ. Throws 400 with the first wrong record.
 */
function parsePermissionTree({ records }: SavePermissionsRequest, nodes: readonly MenuNode[]): PermissionIds {
  const nodesById = new Map(nodes.map((node) => [node.id, node]))
  const seen = new Set<number>()
  const enabled = new Set<number>()
  const read = (list: readonly MenuTreeNode[], parentId: number | null): void => {
    for (const { id, name, description, enabled: on, child } of list) {
      const node = nodesById.get(id)
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
