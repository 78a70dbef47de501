import type { ReactNode } from 'react'
import { useSession } from '../contexts/session-context.ts'
import { Button } from '../components/button.tsx'
import { MessagePanel } from '../components/message-panel.tsx'
import { Page } from '../components/page.tsx'
import { PageSkeleton } from '../components/skeletons.tsx'

type AllowedProps = {
  /** Ids that must all be held. */
  readonly ids: readonly number[]
  /** The menu the page belongs to, for the breadcrumb of a refusal. */
  readonly place: string
  readonly children: ReactNode
}

/** Shows a page to those who hold its menu ids; it is not even mounted for others. */
export const RequirePermission = ({ ids, place, children }: AllowedProps) => {
  const { permissions, retryPermissions } = useSession()
  if (permissions.status === 'loading') return <PageSkeleton />
  if (permissions.status === 'failed') {
    return (
      <Page title={place} trail={[place]}>
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
    <Page title={place} trail={[place]}>
      <MessagePanel role="alert" icon="lock" text="You do not have access to this page." />
    </Page>
  )
}
