import * as z from 'zod/mini'
import { boundedText, PageQuery } from './parameters.ts'
import { SystemUser } from './system-user.ts'

/** An open session. Its id is not its token and opens nothing. */
export const OpenSession = z.object({
  id: z.string(),
  systemUserId: z.int(),
  userId: z.string(),
  role: z.string(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
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

const SignInKind = z.enum(['password', 'company'])

export const LastSignInQuery = z.strictObject({
  ...PageQuery.shape,
  /** By the last sign-in, never first for `oldest`; by number without it. */
  order: z.optional(z.enum(['oldest', 'newest'])),
  secondFactor: z.optional(z.enum(['on', 'off'])),
  signIn: z.optional(SignInKind),
  /** The users of role 1 instead, for callers with role 1. */
  reserved: z.optional(z.literal('true')),
})
export type LastSignInQuery = z.output<typeof LastSignInQuery>

export const LastSignIn = z.object({
  ...SystemUser.shape,
  createdAt: z.string(),
  /** Null if the user never signed in. */
  lastSignInAt: z.nullable(z.string()),
  sessions: z.int(),
  secondFactor: z.boolean(),
  /** Where the user signs in: with a password of the portal, or at the company. */
  signIn: SignInKind,
})
export type LastSignIn = z.infer<typeof LastSignIn>
