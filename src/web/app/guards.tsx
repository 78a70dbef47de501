import { type ReactNode, useEffect } from 'react'
import { type Location, Navigate, useLocation } from 'react-router-dom'
import { Header } from '../layout/header.tsx'
import { useSession } from '../contexts/session-context.ts'
import { LoadingScreen } from '../components/spinner.tsx'
import { ThemeControl } from './theme.tsx'

type Props = {
  /** Loads the code of the next screen while the session is checked or starts; a failure shows with the screen. */
  readonly preload: () => Promise<unknown>
  readonly children: ReactNode
}

/** Shows its content to signed-in users; redirects others to the sign-in and remembers the requested page. */
export const RequireAuth = ({ preload, children }: Props) => {
  const { status, hasSignedOut } = useSession()
  const location = useLocation()
  useEffect(() => {
    if (status === 'checking') preload().catch(() => {})
  }, [status, preload])
  if (status === 'checking') {
    return (
      <>
        <Header tools={<ThemeControl />} />
        <LoadingScreen text="Loading authentication..." />
      </>
    )
  }
  if (status === 'signedIn' || status === 'signingOut') return children
  return <Navigate to="/login" replace state={hasSignedOut ? null : saveReturnTo(location)} />
}

/** Shows the sign-in screen; redirects a user who is already signed in. */
export const RedirectIfSignedIn = ({ preload, children }: Props) => {
  const { status } = useSession()
  const location = useLocation()
  useEffect(() => {
    if (status === 'signingIn') preload().catch(() => {})
  }, [status, preload])
  if (status === 'checking') return <LoadingScreen text="Loading..." />
  if (status === 'signedIn') return <Navigate to={getReturnTo(location.state)} replace />
  return children
}

const LANDING = '/dashboard'

/** The history state that contains the requested page. */
const saveReturnTo = ({ pathname, search, hash }: Location): { readonly origin: string } => ({
  origin: pathname + search + hash,
})

/** The path to open after sign-in: only a page of this portal (S60). */
export const getReturnTo = (state: unknown): string => {
  if (typeof state !== 'object' || state === null || !('origin' in state)) return LANDING
  const { origin } = state
  if (typeof origin !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(origin)) return LANDING
  return /^\/(?:login(?:[/?#].*)?)?$/.test(origin) ? LANDING : origin
}
