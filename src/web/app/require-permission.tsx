import type { ReactNode } from 'react'
import { useSession } from '../contexts/session-context.ts'
import { Button } from '../components/button.tsx'
import { MessagePanel } from '../components/messages.tsx'
import { Page, PageSkeleton } from '../components/page.tsx'

type Props = {
  /** The ids of the required permissions. */
  readonly ids: readonly number[]
  /** The menu of the page: the title and breadcrumb if access is denied. */
  readonly menu: string
  readonly children: ReactNode
}

/** Renders a page only if the user has all of its permissions. */
export const RequirePermission = ({ ids, menu, children }: Props) => {
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
