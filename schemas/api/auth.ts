import * as z from 'zod/mini'
import { formatFormErrors, isBlank } from './forms.ts'

/** The fields of the sign-in form, in the order in which its message names them. */
export const loginFields = {
  username: { label: 'Username', max: 100 },
  password: { label: 'Password', max: 1024 },
} as const
export type LoginField = keyof typeof loginFields
export type Credentials = Readonly<Record<LoginField, string>> & {
  /** Of the second factor, once the server has asked for it. */
  readonly code?: string | undefined
}

/** Finds the missing fields of the sign-in form, with its message; the server reports the rest. */
export function findMissing(form: Credentials) {
  const missing = (['username', 'password'] as const).filter((field) => isBlank(form[field]))
  const labels = missing.map((field) => loginFields[field].label)
  return { missing, message: formatFormErrors(labels, []) }
}

export const LoginResponse = z.object({ accessToken: z.string(), sessionId: z.string(), role: z.string() })

export const SessionOwner = z.object({ username: z.string(), role: z.string() })

export const AssignedRecord = z.object({ AssignedGrpRightId: z.int(), name: z.string() })

/** Contains the signed-in user's data, as the browser's storage has it. */
export type StoredSession = {
  readonly authToken: string
  readonly sessionId: string | null
  readonly username: string | null
  readonly userRole: string | null
}

/** The error code of calls that are refused until the caller has changed the password. */
export const PASSWORD_CHANGE_REQUIRED = 'password-change-required'

/** The error code of calls that are refused until the caller has set up a second factor. */
export const SECOND_FACTOR_REQUIRED = 'second-factor-required'

/** The error code of a sign-in that needs a code, or whose code is wrong. */
export const SECOND_FACTOR = 'second-factor'

/** The error code of a change that needs a more recent sign-in. */
export const SIGN_IN_AGAIN = 'sign-in-again'

export const Account = z.object({
  userId: z.int(),
  /** The User ID as it is stored. */
  username: z.string(),
  emailId: z.string(),
  roleId: z.int(),
  role: z.string(),
  /** Whether an administrator set the password: until it is changed, all other calls are refused. */
  passwordChangeRequired: z.boolean(),
  /** After so many minutes without a request, sessions end. */
  idleMinutes: z.number(),
})

/** Record of `POST /auth/invitation`: whose password the link sets, and until when. */
export const Invitation = z.object({ userId: z.string(), endsAt: z.string() })

/** Response of `POST /auth/oidc/start`: the address of the provider's page. */
export const CompanySignInStart = z.object({ url: z.string() })

/** Response of `POST /auth/oidc/session`: a session with the name of its account. */
export const CompanySession = z.object({ ...LoginResponse.shape, username: z.string() })
