import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { NamedPermission } from '../../../../schemas/api/audit-event.ts'
import { findAccount } from '../accounts/credentials.ts'
import { SystemUser } from '../../../../schemas/api/system-user.ts'
import { hasReservedRole, type IdentityDeps } from '../access/authorization.ts'
import { findRoleNamed } from '../accounts/roles.ts'
import { findAuditEvent, hasLaterEvent } from '../../platform/history/history-repository.ts'
import { badRequest, CHANGED_SINCE, conflict, notFound } from '../../platform/http/responses.ts'
import { listFields, updateRole } from './role-routes.ts'
import { restoreRights } from './save-permissions.ts'
import { updateUser } from './user-service.ts'

const NO_CHANGE = 'This event has no change that can be undone.'

const Rights = z.array(NamedPermission).transform((rights) => new Set(rights.map(({ id }) => id)))
const RightsChange = z.object({ id: z.int(), before: Rights, after: Rights })
const describeChange = <Shape extends z.core.$ZodShape>(shape: Shape) => {
  const fields = z.object(shape)
  return z.object({ before: fields, after: fields }).refine(({ after }) => Object.keys(after).length > 0)
}
const RoleChange = describeChange({
  description: z.string().exactOptional(),
  requiresSecondFactor: z.boolean().exactOptional(),
})
const { roleId, loginIP, emailId, status } = SystemUser.shape
const UserChange = describeChange({
  roleId: z.exactOptional(roleId),
  loginIP: z.exactOptional(loginIP),
  emailId: z.exactOptional(emailId),
  status: z.exactOptional(status),
})

/**
 * Undoes the change of an event by the same rules as a change by hand; it is an event of its own. Throws 404 for an event
 * that the caller does not see, 400 for one without such a change, and 409 if the state is not as the change left it.
 */
export async function undoChange(deps: IdentityDeps, request: FastifyRequest, id: number): Promise<void> {
  const { database } = deps
  const event = await findAuditEvent(database, id, { includesReserved: hasReservedRole(request) })
  if (event === undefined) throw notFound('There is no such event.')
  const { event: name, subject, details } = event
  switch (name) {
    case 'role rights saved':
    case 'user rights saved': {
      const { id: principal, ...rights } = parseChange(RightsChange, details)
      const kind = name === 'role rights saved' ? 'role' : 'user'
      await restoreRights(deps, request, { kind, id: principal }, rights)
      return
    }
    case 'role updated': {
      const { before, after } = parseChange(RoleChange, details)
      const role = await findRoleNamed(database, subject)
      // A new role or user of the same name is another one.
      const isAnother = await hasLaterEvent(database, event, 'role deleted')
      if (role === undefined || isAnother) throw notFound('There is no such role.')
      await updateRole(deps, request, role.id, (current) => {
        requireAsLeft(listFields(current), after)
        return { ...listFields(current), ...before }
      })
      return
    }
    case 'user updated':
    case 'user status updated': {
      const { before, after } = parseChange(UserChange, details)
      const user = await findAccount(database, subject)
      const isAnother = await hasLaterEvent(database, event, 'user deleted')
      if (user === undefined || isAnother) throw notFound('There is no such user.')
      await updateUser(deps, request, user.id, ({ id: _id, role: _role, ...current }) => {
        requireAsLeft(current, after)
        return { ...current, ...before }
      })
      return
    }
    default:
      throw badRequest(NO_CHANGE)
  }
}

/** Parses what an event changed. Throws 400 if it changed nothing. */
function parseChange<C>(schema: z.ZodType<C>, details: unknown): C {
  const { data } = schema.safeParse(details)
  if (data === undefined) throw badRequest(NO_CHANGE)
  return data
}

/** Throws 409 unless a record has the values that a change left. */
function requireAsLeft(current: object, after: object): void {
  const names = Object.keys(after)
  const values = Object.fromEntries(Object.entries(current).filter(([name]) => names.includes(name)))
  if (!isDeepStrictEqual(values, { ...after })) throw conflict(CHANGED_SINCE)
}
