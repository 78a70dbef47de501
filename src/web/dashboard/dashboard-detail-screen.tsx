import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { ApiError, isAborted } from '../api/read-response.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { Dashboard } from '../../../schemas/api/dashboard.ts'
import { lenient, singleRead } from '../../../schemas/api/lenient.ts'
import { Card } from '../kit/card.tsx'
import { LoadingScreen, MessagePanel } from '../kit/messages.tsx'
import { notify } from '../kit/toaster.tsx'
import { Page } from '../kit/page.tsx'
import { DashboardTiles } from './dashboard-tiles.tsx'

/** Another API sends title and description alone. */
const DashboardResponse = lenient(Dashboard, ['title', 'renewMinutes', 'tiles', 'hiddenTiles'])

/** Shows `/dashboard/:dashboardId`: title, description, and the tiles that our API sends beside them. */
const DashboardDetailScreen = () => {
  const { dashboardId = '' } = useParams()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['dashboard', dashboardId],
    // Called here, so that the toast is also shown if the failure ends the session and unmounts this page.
    queryFn: async ({ signal }) => {
      try {
        const path = `/dashboards/${encodeURIComponent(dashboardId)}`
        return await api.get(path, { schema: singleRead(DashboardResponse), signal })
      } catch (failure) {
        const message = isAborted(failure) ? null : getDashboardErrorMessage(failure)
        if (message !== null) notify(`Error fetching dashboard: ${message}`)
        throw failure
      }
    },
  })

  if (data === undefined) {
    const message = getDashboardErrorMessage(error)
    return (
      <Page title="Dashboard" breadcrumb={['Dashboard']}>
        {error === null ? (
          <LoadingScreen text="Loading dashboard..." />
        ) : (
          <MessagePanel
            role="alert"
            icon="alert"
            text={message === null ? 'Dashboard not found.' : `Error: ${message}`}
          />
        )}
      </Page>
    )
  }
  if (data.tiles !== undefined)
    return <DashboardTiles id={dashboardId} dashboard={{ ...data, tiles: data.tiles }} />
  return (
    <Page title={data.title} breadcrumb={['Dashboard', data.title]}>
      <Card>
        <p className="max-w-prose whitespace-pre-line">{data.description}</p>
      </Card>
    </Page>
  )
}

export default DashboardDetailScreen

// One file for all: the list draws its pictures, and the studio its tiles, with this code.
export { TileGrid } from './dashboard-tiles.tsx'
export { DashboardPicture } from './tile-kinds.tsx'
export { TileReports } from './use-tile.ts'

/** Returns the error text of a dashboard that could not be fetched; null if it does not exist. */
export const getDashboardErrorMessage = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return 'An unknown error occurred'
  if (error.kind === 'not-found') return null
  if (error.kind === 'unauthenticated') return 'Authentication token not found. Please log in.'
  if (error.kind === 'unauthorized') return 'Authentication required.'
  if (error.serverMessage !== undefined) return error.serverMessage
  return error.status === undefined
    ? 'An unknown error occurred'
    : `Failed to fetch dashboard (status: ${error.status})`
}
