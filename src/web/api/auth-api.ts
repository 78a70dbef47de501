import {
  LenientLoginResponse,
  LenientPermissionsResponse,
  type StoredSession,
  LenientValidationResponse,
} from '../../../schemas/api/session.ts'
import { ApiError } from './errors.ts'
import type { Client } from './client.ts'
import { isToken } from './session-store.ts'

export type Credentials = { readonly username: string; readonly password: string }

/** A sign-in that failed, with the text for the sign-in screen. */
class LoginError extends Error {
  override readonly name = 'LoginError'
}

const NO_ANSWER = 'An unexpected error occurred. Please try again.'
const NO_TOKEN = 'Login successful, but no token received.'

const loginText = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === undefined) {
    return error instanceof ApiError && error.kind === 'invalid' ? NO_TOKEN : NO_ANSWER
  }
  if (error.kind === 'unauthorized') return 'Invalid username or password.'
  if (error.serverMessage === undefined) return `Login failed. Status: ${error.status}`
  const isPage = error.serverMessage.startsWith(`HTTP ${error.status}:`)
  return isPage && error.status >= 400 ? `Login failed. Status: ${error.status}` : error.serverMessage
}

/** POST /auth/login. Throws LoginError with the specified text. */
export const signIn = async (client: Client, credentials: Credentials): Promise<StoredSession> => {
  let answer: LenientLoginResponse
  try {
    answer = await client.post('/auth/login', {
      body: credentials,
      schema: LenientLoginResponse,
      anonymous: true,
    })
  } catch (error) {
    throw new LoginError(loginText(error), { cause: error })
  }
  if (!isToken(answer.accessToken)) throw new LoginError(NO_TOKEN)
  return {
    authToken: answer.accessToken,
    sessionId: answer.sessionId === null || answer.sessionId === undefined ? null : String(answer.sessionId),
    username: credentials.username,
    userRole: answer.role || 'ROLE_USER',
  }
}

/**
 * POST /auth/validate-token. The session to go on with, or null where it is over:
 * the server said so, or nobody knows whose it is. Any failure but a 401 counts as valid.
 */
export const validateToken = async (client: Client, stored: StoredSession): Promise<StoredSession | null> => {
  let answer: LenientValidationResponse = { valid: true }
  try {
    answer = await client.post('/auth/validate-token', { schema: LenientValidationResponse })
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'unauthorized' || error.kind === 'no-token')) return null
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
  const answer = await client.get('/auth/permissions', { schema: LenientPermissionsResponse, signal })
  return new Set(answer.Assignedrecords.map((record) => record.AssignedGrpRightId))
}
