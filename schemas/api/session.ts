import * as z from 'zod/mini'
import { boundedText } from './parameters.ts'
import { SystemUser } from './system-user.ts'

/** An open session. Its id is not its token and opens nothing. */
export const OpenSession = z.object({
  id: z.string(),
  systemUserId: z.int(),
  userId: z.string(),
  role: z.string(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The address of the client that signed in; empty for a session that is older than the column. */
  address: z.string(),
  /** Browser and system of that client, such as `Firefox 128, Windows`. */
  client: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

export const SessionParams = z.strictObject({
  id: boundedText(43).check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be the id of a session')),
})

export const LastSignIn = z.object({
  ...SystemUser.shape,
  createdAt: z.iso.datetime(),
  /** Null if the user never signed in. */
  lastSignInAt: z.nullable(z.iso.datetime()),
  sessions: z.int(),
})
export type LastSignIn = z.infer<typeof LastSignIn>
