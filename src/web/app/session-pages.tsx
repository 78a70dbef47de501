import { Suspense, useEffect, useLayoutEffect } from 'react'
import { lazyWithPreload } from '../components/lazy-loading.tsx'
import { LoadingScreen } from '../components/messages.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { Header, type HeaderLinkProps } from '../layout/header.tsx'
import { LoginScreen } from '../login/login-screen.tsx'
import { enterSignIn, leaveSignIn, useIsAtSignIn } from './sign-in-address.ts'
import { ThemeControl } from './theme.tsx'

const signedIn = lazyWithPreload(() => import('./signed-in-routes.tsx'))

const newPassword = lazyWithPreload(() => import('../account/new-password-screen.tsx'))

/**
 * The sign-in screen, or the pages of a signed-in user, whose code and router load separately. A user who is signed out
 * is redirected to the sign-in, which remembers the requested page; one who is signed in leaves it.
 */
export const SessionPages = () => {
  const { status, permissions, ending } = useSession()
  const hasSignedOut = ending.startsWith('signedOut')
  const isAtSignIn = useIsAtSignIn()
  const isSignedIn = status === 'signedIn' || status === 'signingOut'
  const isChecking = status === 'checking'
  useLayoutEffect(() => {
    if (isAtSignIn) {
      if (status === 'signedIn') leaveSignIn()
    } else if (!isChecking && !isSignedIn) enterSignIn({ isRemembered: !hasSignedOut })
  }, [isAtSignIn, isChecking, isSignedIn, status, hasSignedOut])
  const isNext = status === 'signingIn' || (isChecking && !isAtSignIn)
  useEffect(() => {
    // The code loads while the session is checked or starts; a failure shows with the page.
    if (isNext) signedIn.preload().catch(() => {})
  }, [isNext])
  if (isChecking) {
    return isAtSignIn ? (
      <LoadingScreen text="Loading..." />
    ) : (
      <>
        <Header
          Link={PageLink}
          tools={<ThemeControl />}
          account={
            <PageLink
              to="/login"
              className="animate-appear-late rounded-control px-2 py-1.5 font-medium text-accent hover:bg-sunken"
            >
              Sign In
            </PageLink>
          }
        />
        <LoadingScreen text="Loading authentication..." />
      </>
    )
  }
  if (isAtSignIn) return status === 'signedIn' ? null : <LoginScreen tools={<ThemeControl />} />
  return (
    isSignedIn && (
      <Suspense fallback={<LoadingScreen text="Loading..." />}>
        {permissions.status === 'passwordRequired' ? <newPassword.Component /> : <signedIn.Component />}
      </Suspense>
    )
  )
}

/** A link that loads the page anew. */
const PageLink = ({ to, children, ...rest }: HeaderLinkProps) => (
  <a {...rest} href={import.meta.env.BASE_URL.slice(0, -1) + to}>
    {children}
  </a>
)
