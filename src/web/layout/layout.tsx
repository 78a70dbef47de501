import { Suspense, useEffect, useRef } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { ErrorBoundary } from '../components/messages.tsx'
import { PageSkeleton } from '../components/page.tsx'
import { Account } from './account.tsx'
import { Header } from './header.tsx'
import type { MenuItem } from './menu.ts'
import { Navigation } from './navigation.tsx'

type Props = { readonly menu: readonly MenuItem[] }

/** The main layout: header with menu, and the page below. The header stays usable if the page throws (S56). */
export const Layout = ({ menu }: Props) => {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current !== pathname && navigationType === NavigationType.Push) window.scrollTo(0, 0)
    lastPath.current = pathname
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
      <main id="content" tabIndex={-1} className="px-4 py-2 outline-none md:px-6">
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </>
  )
}
