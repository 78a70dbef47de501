import * as z from 'zod/mini'
import { lenient } from '../../../schemas/api/lenient.ts'
import { Role, SUPER_ROLE } from '../../../schemas/api/role.ts'
import { LastSignIn } from '../../../schemas/api/session.ts'
import { SystemUser } from '../../../schemas/api/system-user.ts'
import type { Query } from '../api/client.ts'

/** A role as the browser reads it; other servers may also send `roleId`. */
const RoleRecord = z.object({
  ...lenient(Role, ['id', 'name']).shape,
  roleId: z.optional(z.nullable(z.int())),
})
export type RoleRecord = z.infer<typeof RoleRecord>

export const SystemUserRecord = lenient(SystemUser, ['id', 'status'])
export type SystemUserRecord = z.infer<typeof SystemUserRecord>

const isEditableRole = ({ id, roleId }: RoleRecord): boolean => id !== SUPER_ROLE && roleId !== SUPER_ROLE

const isEditableUser = ({ roleId }: SystemUserRecord): boolean => roleId !== SUPER_ROLE

/** Has the id by which the path of a record ends. */
export type Identified = { readonly id: number | string }

/** Describes the endpoint of one kind of record. Every query key of these records starts with its path. */
export type Resource<R extends Identified> = {
  readonly path: string
  readonly schema: z.ZodMiniType<R>
  /** By default every record is. */
  readonly isVisible?: (record: R) => boolean
  /** The call of the list, if it is another one, with what it requires besides page and search. */
  readonly list?: { readonly path: string; readonly query: Query }
}

export const roles: Resource<RoleRecord> = {
  path: '/v1/role-master',
  schema: RoleRecord,
  isVisible: isEditableRole,
}

export const systemUsers: Resource<SystemUserRecord> = {
  path: '/v1/system-users',
  schema: SystemUserRecord,
  isVisible: isEditableUser,
}

/** A system user with its last sign-in, null if it never signed in; without them if the API has no sessions. */
const ListedUser = lenient(LastSignIn, ['id', 'status'])
export type ListedUser = z.infer<typeof ListedUser>

const SIGN_INS = '/v1/sessions/last-sign-ins'

/** The users of role 1, whom only users of role 1 see; their accounts are changed by commands. */
export const superAdministrators: Resource<ListedUser> = {
  path: systemUsers.path,
  schema: ListedUser,
  list: { path: SIGN_INS, query: { reserved: 'true' } },
}

/** Returns the users, with their sign-ins if the API has sessions. */
export const listUsers = (hasSignIns: boolean): Resource<ListedUser> => ({
  ...systemUsers,
  schema: ListedUser,
  ...(hasSignIns && { list: { path: SIGN_INS, query: {} } }),
})
