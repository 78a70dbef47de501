import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AuditEvent, NamedPermission } from '../../../schemas/api/audit-event.ts'
import { type AuditScope, findAuditEvent } from '../audit/repository.ts'
import type { SavePermissionsRequest } from '../../../schemas/api/requests.ts'
import { type AppDeps, transactAsCaller } from '../access/authorization.ts'
import { badRequest, checkIfMatch, conflict, notFound } from '../http/responses.ts'
import type { RecordEvent } from '../audit/request-events.ts'
import type { Connection } from '../database/handle.ts'
import { requireAdministrator, assertCanChange } from '../accounts/privilege-escalation.ts'
import {
  type AssignedPermissions,
  listRolePermissionIds,
  type PermissionIds,
  storeRolePermissions,
  storeUserPermissions,
  buildPrincipalTree,
  loadPrincipal,
  type Principal,
  type PrincipalKey,
} from '../accounts/permissions.ts'
import { type MenuNode, nameRights } from '../accounts/menu.ts'

/**
 * Saves the tree of a role or user and returns the tree as stored, for its ETag. The rights of a user become its own
 * unless they equal the role's. Throws 400 if the tree is not that of the menu, 403 for a right that the caller lacks,
 * 404 for role 1 and its users, 409 if no administrator would be left, 412 for a stale tree.
 */
export async function savePermissions(
  deps: AppDeps,
  request: FastifyRequest,
  principal: PrincipalKey,
  body: SavePermissionsRequest,
) {
  const saved = await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const subject = await loadPrincipal(trx, principal)
    checkIfMatch(request, buildPrincipalTree(subject))
    const after = addMissingRights(parsePermissionTree(body, subject.nodes), subject)
    await changePermissions(trx, { principal, subject, after, callerPermissions, recordEvent })
    return { ...subject, rights: after }
  })
  return buildPrincipalTree(saved)
}

const SavedRights = z.object({
  id: z.int(),
  before: z.array(NamedPermission),
  after: z.array(NamedPermission),
})
type SavedRights = z.infer<typeof SavedRights>

const KINDS: ReadonlyMap<string, PrincipalKey['kind']> = new Map([
  ['role rights saved', 'role'],
  ['user rights saved', 'user'],
])

/**
 * Restores the rights of a role or user from before a saved change, which is a change like any other, with its own
 * event (S96). Throws 404 if the event, role or user does not exist, 400 if the event is no saved change of rights, 409
 * if the rights or the menu were changed since, and as saving rights does.
 */
export async function revertPermissions(
  deps: AppDeps,
  request: FastifyRequest,
  eventId: number,
  scope: AuditScope,
): Promise<void> {
  await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const event = await findAuditEvent(trx, scope, eventId)
    if (event === undefined) throw notFound('There is no such event.')
    const { kind, saved } = parseSavedRights(event)
    const principal = { kind, id: saved.id }
    const subject = await loadPrincipal(trx, principal)
    if (subject.name !== event.subject) throw notFound(`There is no such ${kind}.`)
    if (!isSame(subject.rights, toIds(saved.after))) {
      throw conflict(`The rights of this ${kind} were changed since. Revert the last change first.`)
    }
    checkMenu(saved, subject.nodes)
    const change = { principal, subject, after: toIds(saved.before), callerPermissions, recordEvent }
    await changePermissions(trx, { ...change, reverts: eventId })
  })
}

function parseSavedRights({ event, details }: AuditEvent) {
  const kind = KINDS.get(event)
  const saved = SavedRights.safeParse(details)
  if (kind === undefined || !saved.success) throw badRequest('Only saved rights can be reverted.')
  return { kind, saved: saved.data }
}

/** A right that is granted again must be the one that was revoked: its number may have another report by now. */
function checkMenu({ before, after }: SavedRights, nodes: readonly MenuNode[]): void {
  const kept = toIds(after)
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const changed = before.find(({ id, name }) => !kept.has(id) && names.get(id) !== name)
  if (changed === undefined) return
  const name = changed.name ?? `menu item ${changed.id}`
  throw conflict(`The menu was changed since: ${name} is not in it any more.`)
}

const toIds = (rights: readonly NamedPermission[]): ReadonlySet<number> => new Set(rights.map(({ id }) => id))

interface PermissionChange {
  readonly principal: PrincipalKey
  readonly subject: Principal & { readonly roleId?: number }
  readonly after: PermissionIds
  readonly callerPermissions: AssignedPermissions
  readonly recordEvent: RecordEvent
  /** The event whose change this one reverts. */
  readonly reverts?: number
}

/**
 * Replaces the rights of a role or user in the transaction of a request, and records the event. Throws 403 for a right
 * that the caller lacks, 409 if no administrator would be left.
 */
async function changePermissions(
  trx: Connection,
  { principal, subject, after, callerPermissions, recordEvent, reverts }: PermissionChange,
): Promise<void> {
  const { kind, id } = principal
  assertCanChange({ subject: kind, callerPermissions, before: subject.rights, after })
  if (kind === 'role') await storeRolePermissions(trx, id, [...after])
  else {
    const ofRole = new Set(await listRolePermissionIds(trx, subject.roleId ?? 0))
    await storeUserPermissions(trx, id, isSame(after, ofRole) ? null : [...after])
  }
  await requireAdministrator(trx)
  const details = { ...describeRights(id, subject, after), ...(reverts !== undefined && { reverts }) }
  const compared = comparePermissions(subject.rights, after)
  if (kind === 'role') recordEvent('role rights saved', { role: subject.name, ...compared }, { details })
  else recordEvent('user rights saved', { user: subject.name, ...compared }, { details })
}

/** Adds the rights of the principal whose menu record is missing: a submitted tree cannot contain them. */
function addMissingRights(submitted: PermissionIds, { nodes, rights }: Principal): PermissionIds {
  const shown = new Set(nodes.map(({ id }) => id))
  return new Set([...submitted, ...[...rights].filter((id) => !shown.has(id))])
}

/** Whether two sets of rights are equal. */
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
