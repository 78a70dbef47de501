import type { FastifyRequest } from 'fastify'
import type { RightsBody } from '../../../schemas/api/permissions.ts'
import type { AppDeps } from '../app-deps.ts'
import { audit } from '../http/audit.ts'
import { checkIfMatch } from '../http/etag.ts'
import { dropUserRights, listRoleRightIds, storeRoleRights, storeUserRights } from './repository.ts'
import type { MenuIds } from './effective-permissions.ts'
import { checkChange } from './privilege-escalation.ts'
import { roleSubject, type Subject, treeOf, userSubject } from './permission-tree.ts'
import { transactAsCaller } from './transact-as-caller.ts'
import { badRequest } from '../http/api-error.ts'
import type { MenuNode } from './menu-items.ts'

/**
 * Saves the tree of a role and returns its new ETag's material, the tree as stored. Throws 400 for a tree that is
 * not the menu's, 403 for a right that the caller does not hold (R66, R74), 404 for role 1, 412 for a stale tree (R64).
 */
export async function saveRoleRights(
  deps: AppDeps,
  request: FastifyRequest,
  roleId: number,
  body: RightsBody,
) {
  const saved = await transactAsCaller(deps, request, async (trx, held) => {
    const subject = await roleSubject(trx, roleId)
    checkIfMatch(request, treeOf(subject))
    const after = withMissing(readSubmittedTree(body, subject.nodes), subject)
    checkChange({ subject: 'role', held, before: subject.rights, after })
    await storeRoleRights(trx, roleId, [...after])
    return { ...subject, rights: after, before: subject.rights }
  })
  audit(request, 'role rights saved', { role: saved.name, ...difference(saved.before, saved.rights) })
  return treeOf(saved)
}

/** The same for a user: the user's own rights from now on, unless they equal the role's (R21). */
export async function saveUserRights(
  deps: AppDeps,
  request: FastifyRequest,
  userId: number,
  body: RightsBody,
) {
  const saved = await transactAsCaller(deps, request, async (trx, held) => {
    const subject = await userSubject(trx, userId)
    checkIfMatch(request, treeOf(subject))
    const after = withMissing(readSubmittedTree(body, subject.nodes), subject)
    checkChange({ subject: 'user', held, before: subject.rights, after })
    const ofRole = new Set(await listRoleRightIds(trx, subject.roleId))
    if (isSame(after, ofRole)) await dropUserRights(trx, userId)
    else await storeUserRights(trx, userId, [...after])
    return { ...subject, rights: after, before: subject.rights }
  })
  audit(request, 'user rights saved', { user: saved.name, ...difference(saved.before, saved.rights) })
  return treeOf(saved)
}

/** A submitted tree cannot show rights whose menu record is missing: the subject keeps those that it has. */
function withMissing(submitted: MenuIds, { nodes, rights }: Subject): MenuIds {
  const shown = new Set(nodes.map(({ id }) => id))
  return new Set([...submitted, ...[...rights].filter((id) => !shown.has(id))])
}

function isSame(one: MenuIds, other: MenuIds): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

function difference(before: MenuIds, after: MenuIds) {
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
 * place: only `enabled` is the caller's to say (R47, S24). Throws 400 with the record at fault.
 */
export function readSubmittedTree({ records }: RightsBody, nodes: readonly MenuNode[]): MenuIds {
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
