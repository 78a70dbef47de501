import type { ReactNode } from 'react'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import { Banner } from '../components/messages.tsx'
import { Page } from '../components/page.tsx'
import { TabLinks } from '../components/tab-links.tsx'
import type { ScreenBanner } from '../contexts/use-banner.ts'

const { name, pages } = portalPermissions.roles
const TABS = pages.map((page) => ({ ...page, end: page.to === '/roles' }))

type Props = {
  /** The title of the page: the name of the sub-menu. */
  readonly title: string
  readonly banner: ScreenBanner
  /** Whether an open dialog shows the message instead. */
  readonly isBannerElsewhere?: boolean
  readonly children: ReactNode
}

/** The frame of the three administration screens: breadcrumb, tabs and a sticky banner. */
export const AdministrationPage = ({ title, banner, isBannerElsewhere = false, children }: Props) => (
  <Page title={title} breadcrumb={[name, title]}>
    <TabLinks label="Administration" tabs={TABS} />
    {banner.text !== null && !isBannerElsewhere && (
      <div className="sticky top-14 z-20">
        <Banner text={banner.text} onClose={banner.clear} />
      </div>
    )}
    {children}
  </Page>
)
