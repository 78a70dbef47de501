import { createContext, useContext } from 'react'

export type SessionStatus = 'checking' | 'signedOut' | 'signingIn' | 'signedIn' | 'signingOut'

export type Permissions = {
  readonly status: 'loading' | 'ready' | 'failed'
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
  /** Whether the user signed out, so that sign-in does not return to the last page. */
  readonly hasSignedOut: boolean
  readonly login: (username: string, password: string) => void
  readonly logout: () => void
  readonly retryPermissions: () => void
  /** The token in the storage at this moment. */
  readonly token: () => string | null
}

export const SessionContext = createContext<Session | null>(null)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession() is called outside the portal.')
  return session
}
