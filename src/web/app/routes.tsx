import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LoginScreen } from '../login/login-screen.tsx'
import { lazyAhead } from '../components/lazy-with-preload.tsx'
import { Waiting } from '../components/loading-screen.tsx'
import { SignedInOnly, SignedOutOnly } from './guards.tsx'
import { ThemeControl } from './theme-control.tsx'

const signedIn = lazyAhead(() => import('./signed-in-routes.tsx'))

/** The sign-in screen, and behind it all the rest, which comes with code of its own. */
export const PortalRoutes = () => (
  <Routes>
    <Route
      path="/login"
      element={
        <SignedOutOnly prepare={signedIn.bring}>
          <LoginScreen tools={<ThemeControl />} />
        </SignedOutOnly>
      }
    />
    <Route
      path="*"
      element={
        <SignedInOnly prepare={signedIn.bring}>
          <Suspense fallback={<Waiting text="Loading..." />}>
            <signedIn.Component />
          </Suspense>
        </SignedInOnly>
      }
    />
  </Routes>
)
