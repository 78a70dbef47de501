import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { matchPath, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom'
import { reportEntries } from 'virtual:report-entries'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { ApiFeature } from '../../../schemas/settings.ts'
import { Button } from '../kit/button.tsx'
import { lazyWithPreload, loadPlans } from '../kit/lazy-loading.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { Page, PageSkeleton } from '../kit/page.tsx'
import { useSession, SessionScopeContext } from '../contexts/portal-contexts.ts'
import { getSettings, hasFeature } from '../contexts/portal-settings.ts'
import { Layout } from '../layout/layout.tsx'
import { buildMenu, ownPages } from '../layout/menu-links.ts'

/** Returns a screen that uses react-query. Its code and that of react-query load together; reports load neither. */
const lazyWithQueries = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>) =>
  lazyWithPreload(async () => {
    const [{ withQueries }, { default: Screen }] = await Promise.all([
      import('../administration/query-provider.tsx'),
      load(),
    ])
    return { default: withQueries(Screen) }
  })

const { dashboard, roles, data, studio, reports } = portalPermissions

const DashboardScreen = lazyWithQueries(() => import('../dashboard/dashboard-screen.tsx')).Component

const dashboardDetailScreen = lazyWithQueries(() => import('../dashboard/dashboard-detail-screen.tsx'))

/** The screens of administration below `/roles`, each with what the API must offer. */
const ADMINISTRATION = [
  ['', () => import('../administration/roles/roles-screen.tsx'), null],
  ['/rights-administration', () => import('../administration/permissions/permissions-screen.tsx'), null],
  ['/system-user', () => import('../administration/users/users-screen.tsx'), null],
  ['/sessions', () => import('../account/sessions-screen.tsx'), 'sessions'],
  ['/tokens', () => import('../account/tokens-screen.tsx'), 'tokens'],
  ['/history', () => import('../administration/history/history-screen.tsx'), 'history'],
  ['/deliveries', () => import('../report/schedules/schedules-screen.tsx'), 'jobs'],
  ['/alerts', () => import('../administration/alerts/alerts-screen.tsx'), 'alerts'],
  ['/data', () => import('../data/data-screen.tsx'), 'imports'],
] as const

const administrationPages = ADMINISTRATION.map(([path, load, feature]) => ({
  path: `roles${path}`,
  Screen: lazyWithQueries(async () => {
    const [{ withAdministrationPage }, { default: Screen }] = await Promise.all([
      import('../administration/record-page.tsx'),
      load(),
    ])
    return { default: withAdministrationPage(`/roles${path}`, Screen) }
  }).Component,
  feature,
}))

const StudioScreen = lazyWithPreload(() => import('../studio/studio-screen.tsx')).Component

const OwnScreen = lazyWithQueries(() => import('./own-screen.tsx')).Component

const reportScreen = lazyWithPreload(() => import('../report/report-screen.tsx'))

const TestPage = lazyWithPreload(() => import('./test-page.tsx')).Component

const NoReport = lazyWithPreload(() => import('../report/no-report.tsx')).Component

/** Without its code nothing else of the page is lost. */
const idleNotice = lazyWithPreload(() => import('./idle-notice.tsx').catch(() => ({ default: () => null })))

/** Shows the routes of all pages; those of the reports are generated from their definitions. */
const SignedInRoutes = () => {
  const { reportsEnabled, features } = getSettings()
  const { pathname } = useLocation()
  const opened = reportsEnabled
    ? reportEntries.find(({ path }) => matchPath(`${path}/*`, pathname))
    : undefined
  const isDashboard = pathname.startsWith('/dashboard/')
  useEffect(() => {
    // The code loads while the permissions load; a failure shows with the screen.
    if (isDashboard) dashboardDetailScreen.preload().catch(() => {})
    if (opened === undefined) return
    reportScreen.preload().catch(() => {})
    void loadPlans(opened)
  }, [opened, isDashboard])
  const routes = useMemo(() => buildRoutes(reportsEnabled, features), [reportsEnabled, features])
  return useRoutes(routes)
}

export default SignedInRoutes

/** Builds the routes as objects: the router's code for elements would be 0.4 KiB of the first pages. */
const buildRoutes = (reportsEnabled: boolean, features: ReadonlySet<ApiFeature>): RouteObject[] => [
  {
    element: <MainLayout />,
    children: [
      { index: true, element: <DashboardScreen /> },
      { path: 'dashboard', element: <DashboardScreen /> },
      guard('dashboard/:dashboardId', 'Dashboard', [dashboard.id], <dashboardDetailScreen.Component />),
      ...administrationPages
        .filter(({ feature }) => feature === null || features.has(feature))
        .map(({ path, Screen }) =>
          guard(path, 'Roles', [roles.id, ...(path === 'roles/data' ? [data.id] : [])], <Screen />),
        ),
      ...(features.has('studio') ? [guard('studio/*', 'Studio', [studio.id], <StudioScreen />)] : []),
      ...ownPages
        .filter(({ feature }) => features.has(feature))
        .map(({ page, title }) => ({
          path: `account/${page}`,
          element: <OwnScreen key={page} page={page} title={title} />,
        })),
      ...(reportsEnabled ? reportEntries : []).map((report) =>
        guard(
          `${report.path}/*`,
          'Reports',
          [reports.id, report.menu.permission],
          <reportScreen.Component key={report.path} report={report} />,
        ),
      ),
      { path: 'test', element: <TestPage breadcrumb={['Test Menu']} /> },
      { path: 'test/sub1', element: <TestPage breadcrumb={['Test Menu', 'Test Sub-menu 1']} /> },
      { path: 'test/sub2', element: <TestPage breadcrumb={['Test Menu', 'Test Sub-menu 2']} /> },
      { path: 'report/*', element: <NoReport /> },
      { path: '*', element: <Navigate to="/dashboard" replace /> },
    ],
  },
]

/** Shows the layout of the signed-in user. It is mounted once per session and creates the scope of cached data. */
const MainLayout = () => {
  const [scope] = useState(() => ({}))
  const hasAccount = hasFeature('account')
  const { permissions, status } = useSession()
  const { reportsEnabled, features } = getSettings()
  const { ids } = permissions
  const menu =
    permissions.status === 'ready' ? buildMenu({ ids, features, reports: reportEntries, reportsEnabled }) : []
  return (
    <SessionScopeContext value={scope}>
      <Layout menu={menu} />
      {hasAccount && permissions.status === 'ready' && status === 'signedIn' && (
        <Suspense>
          <idleNotice.Component />
        </Suspense>
      )}
    </SessionScopeContext>
  )
}

type PermissionProps = {
  readonly ids: readonly number[]
  /** The menu of the page: the title and breadcrumb if access is denied. */
  readonly menu: string
  readonly children: ReactNode
}

/** Builds the route of a page that needs all of these permissions. */
const guard = (path: string, menu: string, ids: readonly number[], children: ReactNode): RouteObject => ({
  path,
  element: <RequirePermission {...{ menu, ids, children }} />,
})

const RequirePermission = ({ ids, menu, children }: PermissionProps) => {
  const { permissions, retryPermissions } = useSession()
  if (permissions.status === 'loading') return <PageSkeleton />
  if (permissions.status === 'ready' && ids.every((id) => permissions.ids.has(id))) return children
  const failure = permissions.status === 'failed' && {
    icon: 'alert' as const,
    text: 'Your permissions could not be loaded.',
    action: <Button onClick={retryPermissions}>Retry</Button>,
  }
  return (
    <Page title={menu} breadcrumb={[menu]}>
      <MessagePanel role="alert" icon="lock" text="You do not have access to this page." {...failure} />
    </Page>
  )
}
