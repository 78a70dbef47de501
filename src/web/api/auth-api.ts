import * as z from 'zod/mini'
import {
  AssignedRecord,
  CompanySignInStart,
  type Credentials,
  LoginResponse,
  SessionOwner,
  type StoredSession,
} from '../../../schemas/api/auth.ts'
import { lenient } from '../../../schemas/api/lenient.ts'
import { ApiError } from './read-response.ts'
import type { Client } from './client.ts'
import { isToken } from './session-store.ts'

/** Some servers send the session's id as a number. */
const LoginResult = z.object({
  ...lenient(LoginResponse, []).shape,
  sessionId: z.pipe(
    z.unknown(),
    z.transform((id) => (typeof id === 'string' || typeof id === 'number' ? String(id) : null)),
  ),
})

/** Only the ids are used. */
export const PermissionsResult = z.object({
  Assignedrecords: z.array(lenient(AssignedRecord, ['AssignedGrpRightId'])),
})

/** The response for an ended session is a 401 or `valid: false`. */
export const ValidationResult = z.object({ valid: z.boolean(), ...lenient(SessionOwner, []).shape })

/** Says why a sign-in failed, with the text for the sign-in screen. */
class LoginError extends Error {
  override readonly name = 'LoginError'
  /** Whether the sign-in needs a code of the second factor, or another one. */
  readonly needsCode: boolean

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.needsCode = cause instanceof ApiError && cause.kind === 'second-factor'
  }
}

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const NO_TOKEN = 'Login successful, but no token received.'

const getLoginErrorText = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === undefined) {
    return error instanceof ApiError && error.kind === 'invalid-response' ? NO_TOKEN : UNEXPECTED
  }
  if (error.kind === 'unauthorized') return 'Invalid username or password.'
  if (error.serverMessage === undefined) return `Login failed. Status: ${error.status}`
  const isPage = error.serverMessage.startsWith(`HTTP ${error.status}:`)
  return isPage && error.status >= 400 ? `Login failed. Status: ${error.status}` : error.serverMessage
}

/** Sends POST /auth/login. Throws LoginError with the specified text. */
export const signIn = async (client: Client, credentials: Credentials): Promise<StoredSession> => {
  let response: z.infer<typeof LoginResult>
  try {
    response = await client.post('/auth/login', {
      body: credentials,
      schema: LoginResult,
      anonymous: true,
    })
  } catch (error) {
    throw new LoginError(getLoginErrorText(error), error)
  }
  if (!isToken(response.accessToken)) throw new LoginError(NO_TOKEN)
  return {
    authToken: response.accessToken,
    sessionId: response.sessionId,
    username: credentials.username,
    userRole: response.role || 'ROLE_USER',
  }
}

/** Sends POST /auth/oidc/start. Returns the address of the provider's page, which leads back to the sign-in screen. */
export const startCompanySignIn = async (client: Client): Promise<string> => {
  const body = { page: `${import.meta.env.BASE_URL}login` }
  const { url } = await client.post('/auth/oidc/start', { body, schema: CompanySignInStart, anonymous: true })
  if (!/^https?:\/\//.test(url)) throw new Error('The address of the company sign-in is not valid.')
  return url
}

/**
 * Sends POST /auth/validate-token. Returns the session to continue, or null if it has ended or its user is unknown. Any
 * failure except a 401 counts as valid.
 */
export const validateToken = async (client: Client, stored: StoredSession): Promise<StoredSession | null> => {
  let response: z.infer<typeof ValidationResult> = { valid: true, username: '', role: '' }
  try {
    response = await client.post('/auth/validate-token', { schema: ValidationResult })
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'unauthorized' || error.kind === 'unauthenticated'))
      return null
  }
  const session = {
    ...stored,
    username: response.username || stored.username,
    userRole: response.role || stored.userRole,
  }
  return response.valid && session.username && session.userRole ? session : null
}

const LOGOUT_LIMIT_MS = 5_000

/** Sends POST /auth/logout, aborted after 5 s. Returns where the company's provider ends its own session; null if nowhere. */
export const signOut = async (client: Client, sessionId: string | null): Promise<string | null> => {
  const body = await client.post<{ readonly endSessionUrl?: unknown } | null>('/auth/logout', {
    body: sessionId === null ? {} : { sessionId },
    timeLimit: LOGOUT_LIMIT_MS,
  })
  const url = body?.endSessionUrl
  return typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url) ? url : null
}

/** Loads GET /auth/permissions: the permission ids of the user. */
export const loadPermissions = async (client: Client, signal: AbortSignal): Promise<ReadonlySet<number>> => {
  const response = await client.get('/auth/permissions', { schema: PermissionsResult, signal })
  return new Set(response.Assignedrecords.map((record) => record.AssignedGrpRightId))
}
