import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../components/lazy-loading.tsx'
import { Page } from '../components/page.tsx'
import { useSession } from '../contexts/portal-contexts.ts'

type Props = {
  /** What comes after the page is shown. */
  readonly overviews: { readonly Component: ComponentType; readonly preload: () => Promise<unknown> }
}

/** `/` and `/dashboard`: the page after sign-in, and later the overviews of what the user can open. */
const DashboardScreen = ({ overviews }: Props) => {
  const { permissions } = useSession()
  const [hasCode, setHasCode] = useState(false)
  useEffect(
    () =>
      whenIdle(() => {
        overviews.preload().then(
          () => setHasCode(true),
          () => undefined,
        )
      }),
    [overviews],
  )
  return (
    <Page title="Dashboard" breadcrumb={['Dashboard']}>
      <p className="text-soft">No Dashboards Found</p>
      {hasCode && permissions.status === 'ready' && (
        <Suspense>
          <overviews.Component />
        </Suspense>
      )}
    </Page>
  )
}

export default DashboardScreen
