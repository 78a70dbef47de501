import { type ReactNode, Suspense, useEffect } from 'react'
import { type Location, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { lazyWithPreload } from '../components/lazy-loading.tsx'
import { LoadingScreen } from '../components/messages.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { Header } from '../layout/header.tsx'
import { LoginScreen } from '../login/login-screen.tsx'
import { ThemeControl } from './theme.tsx'

const signedIn = lazyWithPreload(() => import('./signed-in-routes.tsx'))

/** The sign-in screen, and all other routes, whose code loads separately. */
export const AppRoutes = () => (
  <Routes>
    <Route
      path="/login"
      element={
        <RedirectIfSignedIn preload={signedIn.preload}>
          <LoginScreen tools={<ThemeControl />} />
        </RedirectIfSignedIn>
      }
    />
    <Route
      path="*"
      element={
        <RequireAuth preload={signedIn.preload}>
          <Suspense fallback={<LoadingScreen text="Loading..." />}>
            <signedIn.Component />
          </Suspense>
        </RequireAuth>
      }
    />
  </Routes>
)

type GuardProps = {
  /** Loads the code of the next screen while the session is checked or starts; a failure shows with the screen. */
  readonly preload: () => Promise<unknown>
  readonly children: ReactNode
}

/** Shows its content to signed-in users; redirects others to the sign-in and remembers the requested page. */
const RequireAuth = ({ preload, children }: GuardProps) => {
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
const RedirectIfSignedIn = ({ preload, children }: GuardProps) => {
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
