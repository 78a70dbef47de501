import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Header } from '../screens/layout/header.tsx'
import { useSession } from '../screens/session-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { originOf, rememberOrigin } from './origin.ts'
import { ThemeControl } from './theme-control.tsx'

/** Lets signed-in users through; all others go to sign in, and the page asked for is remembered (spec §2, R40). */
export const SignedInOnly = ({ children }: { children: ReactNode }) => {
  const { status, hasLeft } = useSession()
  const location = useLocation()
  if (status === 'checking') {
    return (
      <>
        <Header tools={<ThemeControl />} />
        <Waiting text="Loading authentication..." />
      </>
    )
  }
  if (status === 'signedIn' || status === 'leaving') return children
  return <Navigate to="/login" replace state={hasLeft ? null : rememberOrigin(location)} />
}

/** The sign-in screen, unless somebody is signed in already. */
export const SignedOutOnly = ({ children }: { children: ReactNode }) => {
  const { status } = useSession()
  const location = useLocation()
  if (status === 'checking') return <Waiting text="Loading..." />
  if (status === 'signedIn') return <Navigate to={originOf(location.state)} replace />
  return children
}

type AllowedProps = {
  /** Ids that must all be held. */
  readonly ids: readonly number[]
  /** The menu the page belongs to, for the breadcrumb of a refusal. */
  readonly place: string
  readonly children: ReactNode
}

/** Shows a page to those who hold its menu ids; it is not even mounted for others (R4, R41). */
export const Allowed = ({ ids, place, children }: AllowedProps) => {
  const { permissions, retryPermissions } = useSession()
  if (permissions.status === 'loading') return <PageSkeleton />
  if (permissions.status === 'failed') {
    return (
      <Page title={place} trail={[place]}>
        <Notice
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
      <Notice role="alert" icon="lock" text="You do not have access to this page." />
    </Page>
  )
}
