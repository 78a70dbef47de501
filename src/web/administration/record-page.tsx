import { type ComponentProps, type ComponentType, createContext, type ReactNode } from 'react'
import { listRolesPages, portalPermissions } from '../../../schemas/api/menu.ts'
import { useRequired, useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/portal-settings.ts'
import { type ScreenBanner, useBanner } from '../contexts/use-banner.ts'
import { PageBanner } from '../kit/messages.tsx'
import { Page } from '../kit/page.tsx'
import { TabLinks } from '../kit/tabs.tsx'
import { SignInAgain } from './sign-in-again.tsx'

const BannerContext = createContext<ScreenBanner | null>(null)

/** Returns the banner of the page, in which actions show their results. */
export const useScreenBanner = (): ScreenBanner => useRequired(BannerContext)

type Props = Pick<ComponentProps<typeof Page>, 'title' | 'breadcrumb'> & {
  /** How long the banner shows a message, in ms. */
  readonly bannerTime?: number
  /** Whether each message scrolls the page to its top. */
  readonly scrollsToBanner?: boolean
  readonly tabs?: ReactNode
  readonly children: ReactNode
}

/** Shows a page that changes records: its changes can need a new sign-in, and its banner has their results. */
export const RecordPage = (props: Props) => {
  const { title, breadcrumb, bannerTime = 5_000, scrollsToBanner, tabs, children } = props
  const banner = useBanner(bannerTime, scrollsToBanner)
  return (
    <Page title={title} breadcrumb={breadcrumb}>
      {tabs}
      {banner.text !== null && <PageBanner text={banner.text} onClose={banner.clear} />}
      <BannerContext value={banner}>
        <SignInAgain>{children}</SignInAgain>
      </BannerContext>
    </Page>
  )
}

const { name } = portalPermissions.roles

/** The paths whose banners are not the usual ones. */
const BANNERS: Readonly<Record<string, object>> = {
  '/roles/rights-administration': { bannerTime: 3_000 },
  '/roles/data': { bannerTime: 15_000, scrollsToBanner: true },
}

/** Returns a screen of administration in its page, whose title is the name of the sub-menu. */
export const withAdministrationPage = (path: string, Screen: ComponentType): ComponentType =>
  function AdministrationPage() {
    const { ids } = useSession().permissions
    const pages = listRolesPages(ids, getSettings().features)
    const title = pages.find(({ to }) => to === path)?.label ?? ''
    const tabs = pages.map((page) => ({ ...page, end: page.to === '/roles' }))
    return (
      <RecordPage
        title={title}
        breadcrumb={[name, title]}
        tabs={<TabLinks label="Administration" tabs={tabs} />}
        {...BANNERS[path]}
      >
        <Screen />
      </RecordPage>
    )
  }
