import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { isAborted } from '../../api/api-error.ts'
import { useApi } from '../../api/api-context.ts'
import { Dashboard } from '../../../schemas/dashboard.ts'
import { singleRead } from '../../../schemas/single-read.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notifyError } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { dashboardFailure } from './dashboard-failure.ts'

const Failure = ({ error }: { error: unknown }) => {
  const message = dashboardFailure(error)
  return (
    <Page title="Dashboard" trail={['Dashboard']}>
      <Notice
        role="alert"
        icon="alert"
        text={message === null ? 'Dashboard not found.' : `Error: ${message}`}
      />
    </Page>
  )
}

const Loading = () => (
  <Page title="Dashboard" trail={['Dashboard']}>
    <output className="flex items-center gap-2 text-soft">
      <Spinner />
      Loading dashboard...
    </output>
  </Page>
)

const tell = (error: unknown): void => {
  const message = isAborted(error) ? null : dashboardFailure(error)
  if (message !== null) notifyError(`Error fetching dashboard: ${message}`)
}

/** `/dashboard/:dashboardId`: title and description (spec §2, R42). */
export const DashboardDetailScreen = () => {
  const { dashboardId = '' } = useParams()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['dashboard', dashboardId],
    // The toast is raised here, so that it comes even where the failure ends the session and this page with it.
    queryFn: async ({ signal }) => {
      try {
        return await api.get(`/dashboards/${encodeURIComponent(dashboardId)}`, {
          schema: singleRead(Dashboard),
          signal,
        })
      } catch (failure) {
        tell(failure)
        throw failure
      }
    },
  })

  if (error !== null) return <Failure error={error} />
  if (data === undefined) return <Loading />
  return (
    <Page title={data.title} trail={['Dashboard', data.title]}>
      <Card>
        <p className="max-w-prose whitespace-pre-line">{data.description}</p>
      </Card>
    </Page>
  )
}

export default DashboardDetailScreen
