import { Suspense, useEffect, useRef } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { useIsNarrow } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { ErrorBoundary } from '../kit/messages.tsx'
import { PageSkeleton } from '../kit/page.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import { Header } from './header.tsx'
import type { MenuItem } from './menu-links.ts'
import { listAccountLinks, Navigation, SubMenu } from './navigation.tsx'

/** Without its code the header is as without alerts. */
const { Component: AlertBell } = lazyWithPreload(() =>
  import('./alert-bell.tsx').catch(() => ({ default: () => null })),
)

type Props = { readonly menu: readonly MenuItem[] }

/** Shows the main layout: header with menu, and the page below. The header stays usable if the page throws. */
export const Layout = ({ menu }: Props) => {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const lastPath = useRef(pathname)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    if (navigationType === NavigationType.Push) window.scrollTo(0, 0)
    // The link that led here is gone with its page or its menu.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [pathname, navigationType])
  return (
    <>
      <a
        href="#content"
        data-screen-only
        className="absolute left-4 top-2 z-40 -translate-y-16 rounded-control bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header account={<Account />} navigation={<Navigation menu={menu} />} />
      <main ref={main} id="content" tabIndex={-1} className="px-4 py-2 outline-none md:px-6">
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </>
  )
}

const Account = () => {
  const { username, role, status, logout } = useSession()
  const isNarrow = useIsNarrow()
  const title = `${username}, ${role}`
  const name = (
    <>
      <Icon name="user" className="max-md:hidden" />
      <span className="max-w-40 truncate max-md:max-w-24">{username}</span>
    </>
  )
  return (
    <>
      {hasFeature('alerts') && (
        <Suspense>
          <AlertBell />
        </Suspense>
      )}
      {hasFeature('account') && !isNarrow ? (
        <SubMenu label={name} title={title} links={listAccountLinks()} align="right" />
      ) : (
        <span className="flex min-w-0 items-center gap-1.5 text-soft md:pr-4" title={title}>
          {name}
        </span>
      )}
      <Button
        variant="quiet"
        data-leaves
        className="-mr-3 max-md:mr-0 max-md:px-1.5 max-md:text-sm"
        busy={status === 'signingOut'}
        onClick={logout}
      >
        Logout
      </Button>
    </>
  )
}
