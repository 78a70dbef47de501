import * as z from 'zod/mini'
import {
  AssignedRecord,
  type Credentials,
  LoginResponse,
  SessionOwner,
  type StoredSession,
} from '../../../schemas/api/auth.ts'
import { lenient } from '../../../schemas/api/lenient.ts'
import { ApiError } from './errors.ts'
import type { Client } from './client.ts'
import { isToken } from './session-store.ts'

/** Other servers send the session's id as a number too. */
const LoginResult = z.object({
  ...lenient(LoginResponse, []).shape,
  sessionId: z.pipe(
    z.unknown(),
    z.transform((id) => (typeof id === 'string' || typeof id === 'number' ? String(id) : null)),
  ),
})

/** Only the ids matter. */
export const PermissionsResult = z.object({
  Assignedrecords: z.array(lenient(AssignedRecord, ['AssignedGrpRightId'])),
})

/** A session that is over may also be answered with `valid: false`. */
export const ValidationResult = z.object({ valid: z.boolean(), ...lenient(SessionOwner, []).shape })

/** A sign-in that failed, with the text for the sign-in screen. */
class LoginError extends Error {
  override readonly name = 'LoginError'
}

const NO_ANSWER = 'An unexpected error occurred. Please try again.'
const NO_TOKEN = 'Login successful, but no token received.'

const loginText = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === undefined) {
    return error instanceof ApiError && error.kind === 'invalid-response' ? NO_TOKEN : NO_ANSWER
  }
  if (error.kind === 'unauthorized') return 'Invalid username or password.'
  if (error.serverMessage === undefined) return `Login failed. Status: ${error.status}`
  const isPage = error.serverMessage.startsWith(`HTTP ${error.status}:`)
  return isPage && error.status >= 400 ? `Login failed. Status: ${error.status}` : error.serverMessage
}

/** POST /auth/login. Throws LoginError with the specified text. */
export const signIn = async (client: Client, credentials: Credentials): Promise<StoredSession> => {
  let answer: z.infer<typeof LoginResult>
  try {
    answer = await client.post('/auth/login', {
      body: credentials,
      schema: LoginResult,
      anonymous: true,
    })
  } catch (error) {
    throw new LoginError(loginText(error), { cause: error })
  }
  if (!isToken(answer.accessToken)) throw new LoginError(NO_TOKEN)
  return {
    authToken: answer.accessToken,
    sessionId: answer.sessionId,
    username: credentials.username,
    userRole: answer.role || 'ROLE_USER',
  }
}

/**
 * POST /auth/validate-token. The session to go on with, or null where it is over:
 * the server said so, or nobody knows whose it is. Any failure but a 401 counts as valid.
 */
export const validateToken = async (client: Client, stored: StoredSession): Promise<StoredSession | null> => {
  let answer: z.infer<typeof ValidationResult> = { valid: true, username: '', role: '' }
  try {
    answer = await client.post('/auth/validate-token', { schema: ValidationResult })
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'unauthorized' || error.kind === 'unauthenticated'))
      return null
  }
  const session = {
    ...stored,
    username: answer.username || stored.username,
    userRole: answer.role || stored.userRole,
  }
  return answer.valid && session.username && session.userRole ? session : null
}

const LOGOUT_LIMIT = 5_000

/** POST /auth/logout, given up after 5 s. */
export const signOut = async (client: Client, sessionId: string | null): Promise<void> => {
  await client.post('/auth/logout', {
    body: sessionId === null ? {} : { sessionId },
    timeLimit: LOGOUT_LIMIT,
  })
}

/** GET /auth/permissions: the ids that the user holds. */
export const loadPermissions = async (client: Client, signal: AbortSignal): Promise<ReadonlySet<number>> => {
  const answer = await client.get('/auth/permissions', { schema: PermissionsResult, signal })
  return new Set(answer.Assignedrecords.map((record) => record.AssignedGrpRightId))
}
