import type { FastifyRequest } from 'fastify'
import type { RightsBody } from '../../../schemas/rights-body.ts'
import type { AppDeps } from '../app-deps.ts'
import { audit } from '../audit.ts'
import { checkIfMatch } from '../etag.ts'
import {
  dropUserRights,
  listRoleRightIds,
  storeRoleRights,
  storeUserRights,
} from '../repositories/granted-rights.ts'
import type { MenuIds } from './effective-rights.ts'
import { checkChange } from './change-rule.ts'
import { readSubmittedTree } from './submitted-tree.ts'
import { roleSubject, type Subject, treeOf, userSubject } from './subject-tree.ts'
import { transactAsCaller } from './transact-as-caller.ts'

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
