import { type Context, createContext, useContext } from 'react'
import type { ApiFeature, Settings } from '../../../schemas/settings.ts'
import type { Client } from '../api/client.ts'
import type { Ending } from '../machines/session-machine.ts'

export type SessionStatus = 'checking' | 'signedOut' | 'signingIn' | 'signedIn' | 'signingOut'

export type Permissions = {
  /** `passwordRequired`: the user must choose a new password before anything else. */
  readonly status: 'loading' | 'ready' | 'failed' | 'passwordRequired'
  readonly ids: ReadonlySet<number>
}

/** The session as the screens use it. */
export type Session = {
  readonly status: SessionStatus
  readonly username: string
  readonly role: string
  readonly permissions: Permissions
  /** The last failed sign-in: a new object for each failure. */
  readonly loginFailure: { readonly message: string } | null
  /** Why the last session ended. */
  readonly ending: Ending
  readonly login: (username: string, password: string) => void
  readonly logout: () => void
  readonly retryPermissions: () => void
  /** The token in the storage at this moment. */
  readonly token: () => string | null
}

export const SessionContext = createContext<Session | null>(null)

export const useSession = (): Session => useRequired(SessionContext)

export const SettingsContext = createContext<Settings | null>(null)

export const useSettings = (): Settings => useRequired(SettingsContext)

/** Returns true if the API announces a feature beyond the calls of the specification. */
export const useFeature = (feature: ApiFeature): boolean => useSettings().features.has(feature)

export type ScreenLogger = {
  readonly debug: (text: string, ...details: unknown[]) => void
  readonly info: (text: string, ...details: unknown[]) => void
  readonly warn: (text: string, ...details: unknown[]) => void
  readonly error: (text: string, ...details: unknown[]) => void
}

export const LoggerContext = createContext<ScreenLogger | null>(null)

/** The portal's logger. The HTTP client already logs failed requests. */
export const useLogger = (): ScreenLogger => useRequired(LoggerContext)

export const ApiContext = createContext<Client | null>(null)

/** The HTTP client of the portal, with the token of the signed-in user. */
export const useApi = (): Client => useRequired(ApiContext)

/** Returns the value of a context that the portal provides for all of its screens. */
function useRequired<T>(context: Context<T | null>): T {
  const value = useContext(context)
  if (value === null) throw new Error('A value of the portal is used outside of it.')
  return value
}
