import { z } from 'zod'
import { plainText } from './text.ts'
import { NoId, SameId } from './parameters.ts'
import { UserStatus } from './system-user.ts'

// What is missing or blank is told by the form's own message, so it passes here; what is of another kind does not.
const fields = {
  userId: plainText(100).default(''),
  roleId: z.int().min(0).max(999_999_999).default(0),
  loginIP: plainText(253).default(''),
  emailId: plainText(254).default(''),
  /** The role's name, as a read returns it; the role is chosen by `roleId`. */
  role: plainText(100).optional(),
}
const password = plainText(1000)

/** Body of `POST /v1/system-users`: what its form holds and a read returns, but for the id (spec §3, R35, R71, S25). */
export const NewSystemUserBody = z.strictObject({
  ...fields,
  id: NoId,
  status: z.optional(UserStatus),
  password: password.default(''),
  owner: plainText(100).default('admin'),
})
export type NewSystemUserBody = z.output<typeof NewSystemUserBody>

/** Body of `PUT /v1/system-users/{id}`; User ID and Owner may be named but not changed (spec §4, R71). */
export const SystemUserBody = z.strictObject({
  ...fields,
  id: SameId,
  status: z.optional(UserStatus),
  userId: plainText(100).optional(),
  owner: plainText(100).optional(),
})
export type SystemUserBody = z.output<typeof SystemUserBody>

/** Body of `POST /v1/system-users/{id}/reset-password` (spec §7). */
export const ResetPasswordBody = z.strictObject({ newPassword: password.default('') })

/** Query of `PUT /v1/system-users/{id}/status` (spec §7). */
export const StatusQuery = z.strictObject({ status: UserStatus })
