import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AuditEvent, NamedPermission } from '../../../schemas/api/audit-event.ts'
import type { AppDeps } from '../app-deps.ts'
import { transactAsCaller } from '../access/authorization.ts'
import { type AuditScope, findAuditEvent } from '../audit/repository.ts'
import { badRequest, conflict, notFound } from '../http/responses.ts'
import type { MenuNode } from '../accounts/menu.ts'
import { loadPrincipal, type PrincipalKey } from '../accounts/permission-tree.ts'
import { changePermissions, isSame } from './save-permissions.ts'

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
