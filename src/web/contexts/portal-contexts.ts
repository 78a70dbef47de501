import { type Context, createContext, useContext } from 'react'
import type { Client } from '../api/client.ts'
import type { Credentials, StoredSession } from '../../../schemas/api/auth.ts'
import type { Ending, LoginFailure, Restriction } from '../machines/session-machine.ts'

export type SessionStatus = 'checking' | 'signedOut' | 'signingIn' | 'signedIn' | 'signingOut'

export type Permissions = {
  readonly status: 'loading' | 'ready' | 'failed' | Restriction
  readonly ids: ReadonlySet<number>
}

/** Describes the session as the screens use it. */
export type Session = {
  readonly status: SessionStatus
  readonly username: string
  readonly role: string
  readonly permissions: Permissions
  /** The last failed sign-in: a new object for each failure. */
  readonly loginFailure: LoginFailure | null
  /** Whether the sign-in needs a code of the second factor. */
  readonly needsCode: boolean
  readonly ending: Ending
  readonly login: (credentials: Credentials) => void
  /** Continues with a session that was opened otherwise. */
  readonly openSession: (session: StoredSession) => void
  readonly logout: () => void
  readonly retryPermissions: () => void
}

export const SessionContext = createContext<Session | null>(null)

export const useSession = (): Session => useRequired(SessionContext)

export const ApiContext = createContext<Client | null>(null)

/** Returns the HTTP client of the portal, with the token of the signed-in user. */
export const useApi = (): Client => useRequired(ApiContext)

/** Identifies one signed-in session. Data cached for it is discarded at sign-out. */
export const SessionScopeContext = createContext<object | null>(null)

/** Returns a hook that returns one value per session, created on first use. */
export const createSessionHook = <T>(create: (api: Client) => T): (() => T) => {
  const values = new WeakMap<object, T>()
  return () => {
    const api = useApi()
    const scope = useRequired(SessionScopeContext)
    const value = values.get(scope) ?? create(api)
    values.set(scope, value)
    return value
  }
}

/** Returns the value of a context that the portal provides for all of its screens. */
export function useRequired<T>(context: Context<T | null>): T {
  const value = useContext(context)
  if (value === null) throw new Error('A value of the portal is used outside of it.')
  return value
}
