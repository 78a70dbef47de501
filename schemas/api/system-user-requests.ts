import { z } from 'zod'
import { boundedText } from './text.ts'
import { NoId, SameId } from './parameters.ts'
import { UserStatus } from './system-user.ts'

// What is missing or blank is told by the form's own message, so it passes here; what is of another kind does not.
const fields = {
  userId: boundedText(100).default(''),
  roleId: z.int().min(0).max(999_999_999).default(0),
  loginIP: boundedText(253).default(''),
  emailId: boundedText(254).default(''),
  /** The role's name, as a read returns it; the role is chosen by `roleId`. */
  role: boundedText(100).optional(),
}
const password = boundedText(1000)

/** Body of `POST /v1/system-users`: what its form holds and a read returns, but for the id (S25). */
export const CreateSystemUserRequest = z.strictObject({
  ...fields,
  id: NoId,
  status: z.optional(UserStatus),
  password: password.default(''),
  owner: boundedText(100).default('admin'),
})
export type CreateSystemUserRequest = z.output<typeof CreateSystemUserRequest>

/** Body of `PUT /v1/system-users/{id}`; User ID and Owner may be named but not changed. */
export const UpdateSystemUserRequest = z.strictObject({
  ...fields,
  id: SameId,
  status: z.optional(UserStatus),
  userId: boundedText(100).optional(),
  owner: boundedText(100).optional(),
})
export type UpdateSystemUserRequest = z.output<typeof UpdateSystemUserRequest>

/** Body of `POST /v1/system-users/{id}/reset-password`. */
export const ResetPasswordRequest = z.strictObject({ newPassword: password.default('') })

/** Query of `PUT /v1/system-users/{id}/status`. */
export const StatusQuery = z.strictObject({ status: UserStatus })
