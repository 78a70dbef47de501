import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LoginScreen } from '../login/login-screen.tsx'
import { lazyWithPreload } from '../components/lazy-with-preload.tsx'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { RequireAuth, RedirectIfSignedIn } from './guards.tsx'
import { ThemeControl } from './theme-control.tsx'

const signedIn = lazyWithPreload(() => import('./signed-in-routes.tsx'))

/** The sign-in screen, and behind it all the rest, which comes with code of its own. */
export const AppRoutes = () => (
  <Routes>
    <Route
      path="/login"
      element={
        <RedirectIfSignedIn prepare={signedIn.bring}>
          <LoginScreen tools={<ThemeControl />} />
        </RedirectIfSignedIn>
      }
    />
    <Route
      path="*"
      element={
        <RequireAuth prepare={signedIn.bring}>
          <Suspense fallback={<LoadingScreen text="Loading..." />}>
            <signedIn.Component />
          </Suspense>
        </RequireAuth>
      }
    />
  </Routes>
)
