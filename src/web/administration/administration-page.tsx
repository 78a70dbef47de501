import type { ReactNode } from 'react'
import { listRolesPages, portalPermissions } from '../../../schemas/api/menu.ts'
import { PageBanner } from '../kit/messages.tsx'
import { Page } from '../kit/page.tsx'
import { TabLinks } from '../kit/tabs.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/portal-settings.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

const { name } = portalPermissions.roles

type Props = {
  /** The title of the page: the name of the sub-menu. */
  readonly title: string
  readonly banner: ScreenBanner
  readonly children: ReactNode
}

/** Shows the frame of the administration screens: breadcrumb, tabs and banner. */
export const AdministrationPage = ({ title, banner, children }: Props) => {
  const { ids } = useSession().permissions
  const pages = listRolesPages(ids, getSettings().features)
  const tabs = pages.map((page) => ({ ...page, end: page.to === '/roles' }))
  return (
    <Page title={title} breadcrumb={[name, title]}>
      <TabLinks label="Administration" tabs={tabs} />
      {banner.text !== null && <PageBanner text={banner.text} onClose={banner.clear} />}
      {children}
    </Page>
  )
}
