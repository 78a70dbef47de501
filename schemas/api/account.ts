import * as z from 'zod/mini'

/** The caller of `GET /v1/account`. */
export const Account = z.object({
  /** The number of the user. */
  userId: z.int(),
  /** The User ID as it is stored. */
  username: z.string(),
  roleId: z.int(),
  /** The role's name. */
  role: z.string(),
  /** Whether an administrator set the password: until it is changed, all other calls are refused. */
  passwordChangeRequired: z.boolean(),
  /** After so many minutes without a request, sessions end. */
  idleMinutes: z.number(),
})
