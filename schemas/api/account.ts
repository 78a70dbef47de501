import * as z from 'zod/mini'

/**
 * What this API offers beside the original calls: the first segments below `/v1` of the calls, and `compare`, the
 * parameter of downloads.
 */
export const apiFeatures = ['account', 'sessions', 'audit-events', 'compare'] as const
export type ApiFeature = (typeof apiFeatures)[number]

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
  features: z.array(z.string()),
})
