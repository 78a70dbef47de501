import { sql } from 'kysely'
import { findUserIdError, normalizeName } from '../../../../schemas/api/names.ts'
import { isEmail, systemUserFields } from '../../../../schemas/api/system-user.ts'
import { compareRights, listMenuNodes } from '../accounts/menu-tree.ts'
import { getEffectivePermissions, storeUserPermissions } from '../accounts/permissions.ts'
import { hasAdministrator } from '../accounts/privilege-escalation.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { findRoleNamed } from '../accounts/roles.ts'
import { insertSystemUser, updateSystemUser } from '../accounts/users.ts'
import { buildDifference, type RecordEvent } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { ForbiddenError } from '../../platform/http/responses.ts'
import type { OidcSettings } from './oidc-settings.ts'
import type { Identity } from './provider.ts'

const ASK = 'Ask the administrator of the portal.'

/**
 * Returns the account of a person. The first sign-in creates it; at each sign-in its role and address follow the
 * provider. Another role ends the rights of the account's own. The last administrator keeps role and rights, and no address is that of another account. No account is taken
 * over, whatever name and address the provider sends. Throws 403 with whom to ask if the person has no role or no account is possible, or the account is deactivated.
 */
export async function admit(
  trx: Connection,
  settings: OidcSettings,
  identity: Identity,
  now: Date,
  recordEvent: RecordEvent,
) {
  const role = await findMappedRole(trx, settings, identity)
  const { issuer, subject } = identity
  const current = await trx
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.user_id as userId', 'users.status', 'users.email_id as emailId'])
    .select(['users.role_id as roleId', 'users.own_rights as ownRights', 'roles.name as role'])
    .where('users.oidc_issuer', '=', issuer)
    .where('users.oidc_subject', '=', subject)
    .executeTakeFirst()
  const email = isEmail(identity.email) ? identity.email : ''
  if (current === undefined) {
    const userId = chooseName(identity)
    const taken = await findTaken(trx, userId, email)
    if (taken !== undefined) {
      throw new ForbiddenError(`The portal already has an account with ${taken}, which is not yours. ${ASK}`)
    }
    const account = { userId, owner: 'company sign-in', roleId: role.id, loginIP: '', emailId: email }
    const id = await insertSystemUser(trx, { ...account, passwordHash: '', oidc: { issuer, subject } }, now)
    const after = { id, ...account, role: role.name, status: 'Active' }
    recordEvent('user created', { caller: userId, user: userId, roleId: role.id }, { details: { after } })
    return { id, userId, roleName: role.name }
  }
  const { id, userId } = current
  if (current.status !== 'Active') throw new ForbiddenError(`Your account ${userId} is deactivated. ${ASK}`)
  // An update even if nothing changes: a transaction that deactivates or deletes the account conflicts with it.
  const isKept = email === '' || (await findTaken(trx, userId, email, id)) !== undefined
  const emailId = isKept ? current.emailId : email
  const isMoved = role.id !== current.roleId
  const ownRights = isMoved && current.ownRights === 1 ? await getEffectivePermissions(trx, id) : undefined
  await updateSystemUser(trx, id, { role_id: role.id, email_id: emailId }, now)
  if (ownRights !== undefined) await storeUserPermissions(trx, id, null)
  const isLast = isMoved && !(await hasAdministrator(trx))
  const [roleId, roleName] = isLast ? [current.roleId, current.role] : [role.id, role.name]
  if (isLast) await updateSystemUser(trx, id, { role_id: roleId }, now)
  if (ownRights !== undefined && isLast) await storeUserPermissions(trx, id, [...ownRights])
  else if (ownRights !== undefined) {
    const nodes = await listMenuNodes(trx)
    const { ids, names } = compareRights(nodes, ownRights, await getEffectivePermissions(trx, id))
    const line = { caller: userId, user: userId, ...ids }
    recordEvent('user rights saved', line, { details: { id, ...names } })
  }
  const before = { role: current.role, emailId: current.emailId }
  const details = buildDifference(before, { role: roleName, emailId })
  if (Object.keys(details.after).length > 0)
    recordEvent('user updated', { caller: userId, user: userId, roleId }, { details })
  return { id, userId, roleName }
}

/** Finds the role of the first group in the file that the person is in. Throws 403 if there is none. */
async function findMappedRole(trx: Connection, { roles }: OidcSettings, { groups, isInTooMany }: Identity) {
  const name = roles.find(([group]) => groups.includes(group))?.[1]
  if (name === undefined && isInTooMany)
    throw new ForbiddenError(
      `You are in more groups than the company sign-in sends, so that the portal does not know your role. ${ASK}`,
    )
  if (name === undefined)
    throw new ForbiddenError(`You may not use the portal: none of your groups has a role in it. ${ASK}`)
  const role = await findRoleNamed(trx, name)
  // The reserved role is given by the command alone.
  if (role === undefined || role.id === SUPER_ROLE)
    throw new ForbiddenError(`The role ${name} of your group does not exist in the portal. ${ASK}`)
  return role
}

function chooseName({ names }: Identity): string {
  const { max } = systemUserFields.userId
  const name = names.find((text) => text.length <= max && findUserIdError(text) === null)
  if (name === undefined)
    throw new ForbiddenError(`The company sign-in sends no name that an account can have. ${ASK}`)
  return name
}

/** Describes the name or address that another account than that with an id has; undefined if none has. */
async function findTaken(trx: Connection, userId: string, email: string, id = 0) {
  const hasAddress = sql<boolean>`email_id <> '' and lower(email_id) = ${email.toLowerCase()}`
  const taken = await trx
    .selectFrom('users')
    .select('user_key')
    .where('id', '!=', id)
    .where((where) => where.or([where('user_key', '=', normalizeName(userId)), hasAddress]))
    .executeTakeFirst()
  if (taken === undefined) return undefined
  return taken.user_key === normalizeName(userId) ? `the name ${userId}` : `the address ${email}`
}
