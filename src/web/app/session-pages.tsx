import { Suspense, useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { LoadingScreen } from '../kit/messages.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import type { Restriction } from '../machines/session-machine.ts'
import { Header } from '../layout/header.tsx'
import { LoginScreen } from '../account/login-screen.tsx'

const signedIn = lazyWithPreload(() => import('./signed-in-routes.tsx'))

const invitation = lazyWithPreload(() => import('../account/invitation-screen.tsx'))

const restricted = {
  'password-required': lazyWithPreload(() => import('../account/password-screen.tsx')),
  'second-factor-required': lazyWithPreload(() => import('../account/second-factor-screen.tsx')),
} as const

/**
 * Shows the sign-in screen, or the pages of a signed-in user, whose code loads separately. A user who is signed out is
 * redirected to the sign-in, which remembers the requested page; one who is signed in leaves it. The link of an
 * invitation needs no session.
 */
export const SessionPages = () => {
  const { status, permissions, ending } = useSession()
  const { pathname, search, hash, state } = useLocation()
  const isAtSignIn = /^\/login\/?$/i.test(pathname)
  const isChecking = status === 'checking'
  const isNext = status === 'signingIn' || (isChecking && !isAtSignIn)
  useEffect(() => {
    // The code loads while the session is checked or starts; a failure shows with the page.
    if (isNext) signedIn.preload().catch(() => {})
  }, [isNext])
  if (/^\/invitation\/?$/i.test(pathname)) {
    return (
      <Suspense fallback={<LoadingScreen text="Loading..." />}>
        <invitation.Component />
      </Suspense>
    )
  }
  if (isChecking) {
    return isAtSignIn ? (
      <LoadingScreen text="Loading..." />
    ) : (
      <>
        <Header
          account={
            <Link
              to="/login"
              className="animate-appear-late rounded-control px-2 py-1.5 font-medium text-accent hover:bg-sunken"
            >
              Sign In
            </Link>
          }
        />
        <LoadingScreen text="Loading authentication..." />
      </>
    )
  }
  if (isAtSignIn) {
    // A provider's answer replaces the session.
    return status === 'signedIn' && !search.includes('state=') ? (
      <Navigate to={getReturnTo(state)} replace />
    ) : (
      <LoginScreen />
    )
  }
  if (status !== 'signedIn' && status !== 'signingOut') {
    const isRemembered = !ending.startsWith('signedOut')
    return <Navigate to="/login" replace state={isRemembered ? { origin: pathname + search + hash } : null} />
  }
  const { Component } =
    permissions.status in restricted ? restricted[permissions.status as Restriction] : signedIn
  return (
    <Suspense fallback={<LoadingScreen text="Loading..." />}>
      <Component />
    </Suspense>
  )
}

const LANDING = '/dashboard'

/** Returns the path to open after sign-in: only a page of this portal. */
export const getReturnTo = (state: unknown): string => {
  if (typeof state !== 'object' || state === null || !('origin' in state)) return LANDING
  const { origin } = state
  if (typeof origin !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(origin)) return LANDING
  return /^\/(?:login(?:[/?#].*)?)?$/.test(origin) ? LANDING : origin
}
