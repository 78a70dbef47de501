import * as z from 'zod/mini'
import { NoId, SameId } from './parameters.ts'
import { roleFields } from './role.ts'
import { type SystemUserField, systemUserFields, UserStatus } from './system-user.ts'
import { boundedText, wholeNumber } from './text.ts'

const text = (field: SystemUserField) => boundedText(systemUserFields[field].max)

// A missing or blank field passes here: the form's own message reports it.
const fields = {
  userId: z._default(text('userId'), ''),
  roleId: z._default(wholeNumber(0, systemUserFields.roleId.max), 0),
  loginIP: z._default(text('loginIP'), ''),
  emailId: z._default(text('emailId'), ''),
  /** The role's name, as a read returns it; the role is set by `roleId`. */
  role: z.optional(boundedText(roleFields.name.max)),
}
const password = z._default(text('password'), '')

/** Body of `POST /v1/system-users`: the fields of the form and of a read, except the id (S25). */
export const CreateSystemUserRequest = z.strictObject({
  ...fields,
  id: NoId,
  status: z.optional(UserStatus),
  password,
  owner: z._default(text('owner'), 'admin'),
})
export type CreateSystemUserRequest = z.output<typeof CreateSystemUserRequest>

/** Body of `PUT /v1/system-users/{id}`; User ID and Owner may be sent but not changed. */
export const UpdateSystemUserRequest = z.strictObject({
  ...fields,
  id: SameId,
  status: z.optional(UserStatus),
  userId: z.optional(text('userId')),
  owner: z.optional(text('owner')),
})
export type UpdateSystemUserRequest = z.output<typeof UpdateSystemUserRequest>

/** Body of `POST /v1/system-users/{id}/reset-password`. */
export const ResetPasswordRequest = z.strictObject({ newPassword: password })

/** Query of `PUT /v1/system-users/{id}/status`. */
export const StatusQuery = z.strictObject({ status: UserStatus })
