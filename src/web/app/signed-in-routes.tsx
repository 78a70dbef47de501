import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { BrowserRouter, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom'
import { reportEntries } from 'virtual:report-entries'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import type { ApiFeature } from '../../../schemas/settings.ts'
import { Button } from '../components/button.tsx'
import { lazyOptional, lazyWithPreload, whenIdle } from '../components/lazy-loading.tsx'
import { MessagePanel } from '../components/messages.tsx'
import { Page, PageSkeleton } from '../components/page.tsx'
import { useFeature, useSession, useSettings } from '../contexts/portal-contexts.ts'
import { SessionScopeContext } from '../contexts/session-scope.ts'
import { Layout } from '../layout/layout.tsx'
import { buildMenu } from '../layout/menu.ts'
import { loadReport } from '../reports/report-plans.ts'
import type { AdministrationPath } from './administration-screens.tsx'
import { ThemeControl } from './theme.tsx'

/** A screen that uses react-query. Its code and that of react-query load together; reports load neither. */
const withQueries = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazyWithPreload(async () => {
    const [{ QueryProvider }, { default: Screen }] = await Promise.all([
      import('./query-provider.tsx'),
      load(),
    ])
    const ScreenWithQueries = () => (
      <QueryProvider>
        <Screen />
      </QueryProvider>
    )
    return { default: ScreenWithQueries }
  }).Component

const { Component: DashboardScreen } = lazyWithPreload(() => import('../dashboards/dashboard-screen.tsx'))

const startOverviews = lazyWithPreload(() => import('./start-overviews.tsx'))

const DashboardDetailScreen = withQueries(() => import('../dashboards/dashboard-detail-screen.tsx'))

const { Component: AdministrationScreen } = lazyWithPreload(() => import('./administration-screens.tsx'))

/** The paths of the administration screens below `/roles`; the last two need a feature of the API. */
const ADMINISTRATION: readonly AdministrationPath[] = ['', '/rights-administration', '/system-user']
const FEATURES = ['sessions', 'history'] as const

const OwnSessionsScreen = withQueries(async () => {
  const { OwnSessionsScreen: Screen } = await import('../sessions/sessions-screen.tsx')
  return { default: Screen }
})

const reportScreen = lazyWithPreload(() => import('../reports/report-screen.tsx'))

const { Component: TestPage } = lazyWithPreload(() => import('./test-page.tsx'))

const idleNotice = lazyOptional(() => import('./idle-notice.tsx'))

const REQUIRED_IDS = [portalPermissions.roles.id]

const isWithin = (path: string, of: string): boolean => path === of || path.startsWith(`${of}/`)

/** The routes of a signed-in user. */
const SignedInRoutes = () => (
  <BrowserRouter basename={import.meta.env.BASE_URL}>
    <PageRoutes />
  </BrowserRouter>
)

export default SignedInRoutes

/** The routes of all pages; those of the reports are generated from their definitions. */
const PageRoutes = () => {
  const { reportsEnabled, features } = useSettings()
  const { username } = useSession()
  const { pathname } = useLocation()
  const opened = reportsEnabled ? reportEntries.find(({ path }) => isWithin(pathname, path)) : undefined
  useEffect(() => {
    if (opened === undefined) return undefined
    // The code loads while the permissions load; a failure shows with the screen.
    reportScreen.preload().catch(() => {})
    void loadReport(opened)
    return whenIdle(() => {
      import('../reports/recent-reports.ts').then(
        ({ rememberReport }) => rememberReport(username, opened.path),
        () => undefined,
      )
    })
  }, [opened, username])
  const routes = useMemo(() => buildRoutes(reportsEnabled, features), [reportsEnabled, features])
  return useRoutes(routes)
}

const listOffered = (features: ReadonlySet<ApiFeature>): readonly AdministrationPath[] =>
  FEATURES.filter((feature) => features.has(feature)).map((feature) => `/${feature}` as const)

/** As objects: the router's code for routes as elements would be 0.4 KiB of the first pages. */
const buildRoutes = (reportsEnabled: boolean, features: ReadonlySet<ApiFeature>): RouteObject[] => [
  {
    element: <MainLayout />,
    children: [
      { index: true, element: <DashboardScreen overviews={startOverviews} /> },
      { path: 'dashboard', element: <DashboardScreen overviews={startOverviews} /> },
      {
        path: 'dashboard/:dashboardId',
        element: (
          <RequirePermission ids={[portalPermissions.dashboard.id]} menu="Dashboard">
            <DashboardDetailScreen />
          </RequirePermission>
        ),
      },
      ...[...ADMINISTRATION, ...listOffered(features)].map((path) => ({
        path: `roles${path}`,
        element: (
          <RequirePermission ids={REQUIRED_IDS} menu="Roles">
            <AdministrationScreen path={path} />
          </RequirePermission>
        ),
      })),
      ...(features.has('account') ? [{ path: 'account/sessions', element: <OwnSessionsScreen /> }] : []),
      ...(reportsEnabled ? reportEntries : []).map((report) => ({
        path: `${report.path}/*`,
        element: (
          <RequirePermission ids={[portalPermissions.reports.id, report.menu.permission]} menu="Reports">
            <reportScreen.Component key={report.path} report={report} />
          </RequirePermission>
        ),
      })),
      { path: 'test', element: <TestPage title="Test Menu" breadcrumb={['Test Menu']} /> },
      ...[1, 2].map((number) => ({
        path: `test/sub${number}`,
        element: (
          <TestPage title={`Test Sub-menu ${number}`} breadcrumb={['Test Menu', `Test Sub-menu ${number}`]} />
        ),
      })),
      { path: '*', element: <Navigate to="/dashboard" replace /> },
    ],
  },
]

/** The layout of the signed-in user. It is mounted once per session and creates the scope of cached data. */
const MainLayout = () => {
  const [scope] = useState(() => ({}))
  const hasAccount = useFeature('account')
  const { permissions } = useSession()
  const { reportsEnabled } = useSettings()
  const menu = useMemo(
    () =>
      permissions.status === 'ready'
        ? buildMenu({ ids: permissions.ids, reports: reportEntries, reportsEnabled })
        : [],
    [permissions, reportsEnabled],
  )
  return (
    <SessionScopeContext value={scope}>
      <Layout menu={menu} tools={<ThemeControl />} />
      {hasAccount && permissions.status === 'ready' && (
        <Suspense>
          <idleNotice.Component />
        </Suspense>
      )}
    </SessionScopeContext>
  )
}

type PermissionProps = {
  /** The ids of the required permissions. */
  readonly ids: readonly number[]
  /** The menu of the page: the title and breadcrumb if access is denied. */
  readonly menu: string
  readonly children: ReactNode
}

/** Renders a page only if the user has all of its permissions. */
const RequirePermission = ({ ids, menu, children }: PermissionProps) => {
  const { permissions, retryPermissions } = useSession()
  if (permissions.status === 'loading') return <PageSkeleton />
  if (permissions.status === 'failed') {
    return (
      <Page title={menu} breadcrumb={[menu]}>
        <MessagePanel
          role="alert"
          icon="alert"
          text="Your permissions could not be loaded."
          action={<Button onClick={retryPermissions}>Retry</Button>}
        />
      </Page>
    )
  }
  if (ids.every((id) => permissions.ids.has(id))) return children
  return (
    <Page title={menu} breadcrumb={[menu]}>
      <MessagePanel role="alert" icon="lock" text="You do not have access to this page." />
    </Page>
  )
}
