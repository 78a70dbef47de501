import type { ReactNode } from 'react'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { PageBanner } from '../components/messages.tsx'
import { Page } from '../components/page.tsx'
import { TabLinks } from '../components/tabs.tsx'
import { hasFeature } from '../contexts/settings.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

const { name, pages } = portalPermissions.roles
const TABS = pages.map((page) => ({ ...page, end: page.to === '/roles' }))
const SESSIONS = { label: 'Sessions', to: '/roles/sessions' }
const HISTORY = { label: 'History', to: '/roles/history' }
const DELIVERIES = { label: 'Deliveries', to: '/roles/deliveries' }

type Props = {
  /** The title of the page: the name of the sub-menu. */
  readonly title: string
  readonly banner: ScreenBanner
  /** Whether an open dialog shows the message instead. */
  readonly isBannerElsewhere?: boolean
  readonly children: ReactNode
}

/** The frame of the administration screens: breadcrumb, tabs, those of features that the API has, and the banner. */
export const AdministrationPage = ({ title, banner, isBannerElsewhere = false, children }: Props) => {
  const hasSessions = hasFeature('sessions')
  const hasHistory = hasFeature('history')
  const tabs = [
    ...TABS,
    ...(hasSessions ? [SESSIONS] : []),
    ...(hasHistory ? [HISTORY] : []),
    ...(hasFeature('jobs') ? [DELIVERIES] : []),
  ]
  return (
    <Page title={title} breadcrumb={[name, title]}>
      <TabLinks label="Administration" tabs={tabs} />
      {banner.text !== null && !isBannerElsewhere && <PageBanner text={banner.text} onClose={banner.clear} />}
      {children}
    </Page>
  )
}
