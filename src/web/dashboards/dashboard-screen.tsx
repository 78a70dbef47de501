import { useMemo } from 'react'
import { reportEntries } from 'virtual:report-entries'
import { Page } from '../components/page.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/settings.ts'
import { listOpenReports } from '../layout/menu.ts'
import { ReportOverviews } from '../reports/report-overviews.tsx'

/** `/` and `/dashboard`: the page after sign-in, with the reports that the user can open. */
const DashboardScreen = () => {
  const { permissions, status } = useSession()
  const { reportsEnabled } = getSettings()
  const reports = useMemo(
    () => listOpenReports({ ids: permissions.ids, reports: reportEntries, reportsEnabled }),
    [permissions, reportsEnabled],
  )
  return (
    <Page title="Dashboard" breadcrumb={['Dashboard']}>
      <p className="text-soft">No Dashboards Found</p>
      {/* A sign-out cancels what is loading: its responses would be refused. */}
      {permissions.status === 'ready' && status === 'signedIn' && <ReportOverviews reports={reports} />}
    </Page>
  )
}

export default DashboardScreen
