import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { reportEntries } from 'virtual:report-entries'
import { DashboardList, type ListedDashboard } from '../../../schemas/api/dashboard.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { Button } from '../kit/button.tsx'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { Page, Skeleton } from '../kit/page.tsx'
import { ViewLinks } from '../report/views/view-links.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { getSettings, hasFeature } from '../contexts/portal-settings.ts'
import { listOpenReports, type ReportMenuEntry } from '../layout/menu-links.ts'

const picture = lazyWithPreload(async () => {
  const { DashboardPicture } = await import('./dashboard-detail-screen.tsx')
  return { default: DashboardPicture }
})

/** Shows `/` and `/dashboard`: the page after sign-in, with the dashboards and reports that the user can open. */
const DashboardScreen = () => {
  const { permissions, status } = useSession()
  const { reportsEnabled } = getSettings()
  const reports = listOpenReports({ ids: permissions.ids, reports: reportEntries, reportsEnabled })
  // A sign-out cancels what is loading: its responses would be refused.
  const isReady = permissions.status === 'ready' && status === 'signedIn'
  const mayList = permissions.ids.has(portalPermissions.dashboard.id) && hasFeature('dashboards')
  return (
    <Page title="Dashboard" breadcrumb={['Dashboard']}>
      {isReady && mayList ? <Dashboards /> : <NoDashboards />}
      {isReady && hasFeature('views') && <ViewLinks />}
      {isReady && reports.length > 0 && <ReportLinks links={reports} />}
    </Page>
  )
}

export default DashboardScreen

const NoDashboards = () => <p className="text-soft">No Dashboards Found</p>

const ReportLinks = ({ links }: { readonly links: readonly ReportMenuEntry[] }) => (
  <section aria-labelledby="reports" className="flex flex-col gap-2 pt-2">
    <h2 id="reports" className="font-semibold">
      {portalPermissions.reports.name}
    </h2>
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-x-3 gap-y-1">
      {links.map(({ path, menu }) => (
        <li key={path}>
          <Link to={path} className="text-accent hover:underline">
            {menu.label}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)

const Dashboards = () => {
  const api = useApi()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['dashboards'],
    queryFn: ({ signal }) => api.get('/dashboards', { schema: DashboardList, signal }),
  })
  if (isPending) return <Skeleton className="h-64 w-full max-w-xl" />
  if (error !== null) {
    const retry = (
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    )
    return <MessagePanel icon="alert" text="The dashboards could not be loaded." action={retry} />
  }
  if (data.dashboards.length === 0) return <NoDashboards />
  return (
    <section aria-label="Dashboards">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-3">
        {data.dashboards.map((dashboard) => (
          <DashboardCard key={dashboard.id} dashboard={dashboard} />
        ))}
      </ul>
    </section>
  )
}

const DashboardCard = ({ dashboard: { id, title, description, chart } }: { dashboard: ListedDashboard }) => (
  <li className="card-surface relative flex flex-col gap-1 px-4 py-3 hover:border-accent">
    <h2 className="font-semibold">
      <Link to={`/dashboard/${id}`} className="after:absolute after:inset-0">
        {title}
      </Link>
    </h2>
    <p className="text-sm text-soft">{description}</p>
    {chart?.view !== undefined && (
      <div inert className="mt-auto min-h-44">
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <picture.Component tile={chart} view={chart.view} />
        </Suspense>
      </div>
    )}
  </li>
)
