import { type ReactNode, useEffect } from 'react'
import { type Location, Navigate, useLocation } from 'react-router-dom'
import { Header } from '../layout/header.tsx'
import { useSession } from '../contexts/session-context.ts'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { ThemeControl } from './theme-control.tsx'

type Props = {
  /** Brings the code of what follows, while the session is checked or begun; a failure shows when it is needed. */
  readonly prepare: () => Promise<unknown>
  readonly children: ReactNode
}

/** Lets signed-in users through; all others go to sign in, and the page asked for is remembered. */
export const RequireAuth = ({ prepare, children }: Props) => {
  const { status, hasLeft } = useSession()
  const location = useLocation()
  useEffect(() => {
    if (status === 'checking') prepare().catch(() => {})
  }, [status, prepare])
  if (status === 'checking') {
    return (
      <>
        <Header tools={<ThemeControl />} />
        <LoadingScreen text="Loading authentication..." />
      </>
    )
  }
  if (status === 'signedIn' || status === 'leaving') return children
  return <Navigate to="/login" replace state={hasLeft ? null : rememberReturnTo(location)} />
}

/** The sign-in screen, unless somebody is signed in already. */
export const RedirectIfSignedIn = ({ prepare, children }: Props) => {
  const { status } = useSession()
  const location = useLocation()
  useEffect(() => {
    if (status === 'signingIn') prepare().catch(() => {})
  }, [status, prepare])
  if (status === 'checking') return <LoadingScreen text="Loading..." />
  if (status === 'signedIn') return <Navigate to={getReturnTo(location.state)} replace />
  return children
}

const LANDING = '/dashboard'

/** The history state by which the guard remembers the page asked for. */
const rememberReturnTo = ({ pathname, search, hash }: Location): { readonly origin: string } => ({
  origin: pathname + search + hash,
})

/** Where to go after sign-in: the remembered page of this portal and nothing else (S60). */
export const getReturnTo = (state: unknown): string => {
  if (typeof state !== 'object' || state === null || !('origin' in state)) return LANDING
  const { origin } = state
  if (typeof origin !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(origin)) return LANDING
  return /^\/(?:login(?:[/?#].*)?)?$/.test(origin) ? LANDING : origin
}
