import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LoginScreen } from '../screens/login/login-screen.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { SignedInOnly, SignedOutOnly } from './guards.tsx'
import { ThemeControl } from './theme-control.tsx'

const loadSignedIn = () => import('./signed-in-routes.tsx')
const SignedInRoutes = lazy(loadSignedIn)

/** The sign-in screen, and behind it all the rest, which comes with code of its own. */
export const PortalRoutes = () => (
  <Routes>
    <Route
      path="/login"
      element={
        <SignedOutOnly prepare={loadSignedIn}>
          <LoginScreen tools={<ThemeControl />} />
        </SignedOutOnly>
      }
    />
    <Route
      path="*"
      element={
        <SignedInOnly prepare={loadSignedIn}>
          <Suspense fallback={<Waiting text="Loading..." />}>
            <SignedInRoutes />
          </Suspense>
        </SignedInOnly>
      }
    />
  </Routes>
)
