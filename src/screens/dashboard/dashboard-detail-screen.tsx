import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { useApi } from '../../api/api-context.ts'
import { Dashboard } from '../../../schemas/dashboard.ts'
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

/** `/dashboard/:dashboardId`: title and description (spec §2, R42). */
export const DashboardDetailScreen = () => {
  const { dashboardId = '' } = useParams()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['dashboard', dashboardId],
    queryFn: ({ signal }) =>
      api.get(`/dashboards/${encodeURIComponent(dashboardId)}`, { schema: Dashboard, signal }),
  })

  useEffect(() => {
    const message = error === null ? null : dashboardFailure(error)
    if (message !== null) notifyError(`Error fetching dashboard: ${message}`)
  }, [error])

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
