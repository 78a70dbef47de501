import * as z from 'zod/mini'

/** Whether a user may sign in. */
export const UserStatus = z.enum(['Active', 'Inactive'])
export type UserStatus = z.infer<typeof UserStatus>

/** A system user as it is answered; a password never is. */
export const SystemUser = z.object({
  id: z.int(),
  userId: z.string(),
  owner: z.string(),
  /** The role's name. */
  role: z.string(),
  roleId: z.int(),
  loginIP: z.string(),
  emailId: z.string(),
  status: UserStatus,
})
export type SystemUser = z.infer<typeof SystemUser>
