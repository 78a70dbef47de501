import type { FastifyInstance } from 'fastify'
import { createToken, hashToken } from '../accounts/sessions.ts'
import { ApiError } from '../http/responses.ts'

/** The tokens by which the server itself calls the API for a user who is not there. They are in no database. */
export type Delegation = ReturnType<typeof createDelegation>

/** Creates the delegation of an app. */
export function createDelegation() {
  const users = new Map<string, number>()
  return {
    /** The id of the user for whom a token calls, by its hash. */
    find: (tokenHash: string): number | undefined => users.get(tokenHash),
    /** Runs work with a token that has the rights of a user, as they are at each call, until the work ends. */
    callAs: async <T>(userId: number, work: (token: string) => Promise<T>): Promise<T> => {
      const token = createToken()
      const key = hashToken(token)
      users.set(key, userId)
      try {
        return await work(token)
      } finally {
        users.delete(key)
      }
    },
  }
}

/** Creates a function that reads a URL of the app itself with a token. It throws what the app answers instead. */
export const createApiReader = (app: FastifyInstance) => async (token: string, url: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, payload } = await app.inject({ method: 'GET', url, headers })
  if (statusCode !== 200)
    throw new ApiError(statusCode, `${url} answers ${statusCode}: ${payload.slice(0, 200)}`)
  return payload
}
