import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LoginScreen } from '../login/login-screen.tsx'
import { lazyWithPreload } from '../components/lazy-loading.tsx'
import { LoadingScreen } from '../components/spinner.tsx'
import { RequireAuth, RedirectIfSignedIn } from './guards.tsx'
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
