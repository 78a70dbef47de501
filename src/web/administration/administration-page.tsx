import type { ReactNode } from 'react'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { ApiFeature } from '../../../schemas/settings.ts'
import { PageBanner } from '../kit/messages.tsx'
import { Page } from '../kit/page.tsx'
import { TabLinks } from '../kit/tabs.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

const { data } = portalPermissions
const { name, pages } = portalPermissions.roles
const TABS = pages.map((page) => ({ ...page, end: page.to === '/roles' }))

/** The tabs of features that the API may have. */
const FEATURE_TABS: readonly { readonly feature: ApiFeature; readonly label: string; readonly to: string }[] =
  [
    { feature: 'sessions', label: 'Sessions', to: '/roles/sessions' },
    { feature: 'history', label: 'History', to: '/roles/history' },
    { feature: 'jobs', label: 'Deliveries', to: '/roles/deliveries' },
  ]

type Props = {
  /** The title of the page: the name of the sub-menu. */
  readonly title: string
  readonly banner: ScreenBanner
  readonly children: ReactNode
}

/** The frame of the administration screens: breadcrumb, tabs and banner. */
export const AdministrationPage = ({ title, banner, children }: Props) => {
  const { ids } = useSession().permissions
  const tabs = FEATURE_TABS.filter(({ feature }) => hasFeature(feature))
  const ofData = hasFeature('imports') && ids.has(data.id) ? data.pages : []
  return (
    <Page title={title} breadcrumb={[name, title]}>
      <TabLinks label="Administration" tabs={[...TABS, ...tabs, ...ofData]} />
      {banner.text !== null && <PageBanner text={banner.text} onClose={banner.clear} />}
      {children}
    </Page>
  )
}
