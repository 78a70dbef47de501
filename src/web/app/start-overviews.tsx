import { useMemo } from 'react'
import { reportEntries } from 'virtual:report-entries'
import { useSession, useSettings } from '../contexts/portal-contexts.ts'
import { listOpenReports } from '../layout/menu.ts'
import ReportOverviews from '../reports/report-overviews.tsx'
import { QueryProvider } from './query-provider.tsx'

/** The reports that the user can open, for the page after sign-in. */
const StartOverviews = () => {
  const { permissions, status } = useSession()
  const { reportsEnabled } = useSettings()
  const reports = useMemo(
    () => listOpenReports({ ids: permissions.ids, reports: reportEntries, reportsEnabled }),
    [permissions, reportsEnabled],
  )
  // A sign-out cancels what is loading: its responses would be refused.
  if (status !== 'signedIn') return null
  return (
    <QueryProvider>
      <ReportOverviews reports={reports} />
    </QueryProvider>
  )
}

export default StartOverviews
