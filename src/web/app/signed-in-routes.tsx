import { type ReactNode, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { PERMISSION } from '../layout/menu.ts'
import { useSettings } from '../contexts/settings-context.ts'
import { lazyAhead } from '../components/lazy-with-preload.tsx'
import { Allowed } from './require-permission.tsx'
import { MainLayout } from './main-layout.tsx'
import { reportManifest } from './report-manifest.ts'
import { withQueries } from './with-queries.tsx'

const { Component: DashboardScreen } = lazyAhead(() => import('../dashboards/dashboard-screen.tsx'))
const DashboardDetailScreen = withQueries(() => import('../dashboards/dashboard-detail-screen.tsx'))
const RolesScreen = withQueries(() => import('../roles/roles-screen.tsx'))
const RightsScreen = withQueries(() => import('../permissions/permissions-screen.tsx'))
const UsersScreen = withQueries(() => import('../users/users-screen.tsx'))
const reportCode = lazyAhead(() => import('../reports/report-screen.tsx'))
const { Component: TestPage } = lazyAhead(() => import('./test-page.tsx'))

const ROLES = [PERMISSION.roles]

const Administrators = ({ children }: { children: ReactNode }) => (
  <Allowed ids={ROLES} place="Roles">
    {children}
  </Allowed>
)

/** Every address behind the sign-in (spec §2); the reports' come from their manifest. */
const SignedInRoutes = () => {
  const { reportsEnabled } = useSettings()
  const { pathname } = useLocation()
  const isReport = reportsEnabled && reportManifest.some(({ path }) => pathname.startsWith(path))
  useEffect(() => {
    // The code need not wait for the permissions; a failure shows with the screen.
    if (isReport) reportCode.bring().catch(() => {})
  }, [isReport])
  return (
    <Routes>
      <Route element={<MainLayout />}>
        <Route index element={<DashboardScreen />} />
        <Route path="dashboard" element={<DashboardScreen />} />
        <Route
          path="dashboard/:dashboardId"
          element={
            <Allowed ids={[PERMISSION.dashboard]} place="Dashboard">
              <DashboardDetailScreen />
            </Allowed>
          }
        />
        <Route path="roles">
          <Route
            index
            element={
              <Administrators>
                <RolesScreen />
              </Administrators>
            }
          />
          <Route
            path="rights-administration"
            element={
              <Administrators>
                <RightsScreen />
              </Administrators>
            }
          />
          <Route
            path="system-user"
            element={
              <Administrators>
                <UsersScreen />
              </Administrators>
            }
          />
        </Route>
        {reportsEnabled &&
          reportManifest.map((report) => (
            <Route
              key={report.id}
              path={`${report.path}/*`}
              element={
                <Allowed ids={[PERMISSION.reports, report.menu.permission]} place="Reports">
                  <reportCode.Component key={report.id} report={report} />
                </Allowed>
              }
            />
          ))}
        <Route path="test" element={<TestPage title="Test Menu" trail={['Test Menu']} />} />
        <Route
          path="test/sub1"
          element={<TestPage title="Test Sub-menu 1" trail={['Test Menu', 'Test Sub-menu 1']} />}
        />
        <Route
          path="test/sub2"
          element={<TestPage title="Test Sub-menu 2" trail={['Test Menu', 'Test Sub-menu 2']} />}
        />
        <Route path="*" element={<Navigate to="/dashboard" replace />} />
      </Route>
    </Routes>
  )
}

export default SignedInRoutes
