import { useMediaQuery } from '../components/browser-hooks.ts'
import { Skeleton } from '../components/page.tsx'
import { useSession } from '../contexts/session-context.ts'
import { DropDownMenu } from './drop-down-menu.tsx'
import type { MenuItem } from './menu.ts'
import { StackedMenu } from './stacked-menu.tsx'

const LoadingNavigation = () => (
  <output className="flex items-center gap-3 text-xs text-faint">
    <Skeleton className="h-4 w-20" />
    <Skeleton className="h-4 w-14 max-md:hidden" />
    <Skeleton className="h-4 w-16 max-md:hidden" />
    <span className="max-md:sr-only">Loading navigation...</span>
  </output>
)

/** The menu for the width of the window: stacked below 768 px, otherwise drop-down. */
export const Navigation = ({ menu }: { menu: readonly MenuItem[] }) => {
  const { status } = useSession().permissions
  const isNarrow = useMediaQuery('(max-width: 767px)')
  if (status === 'loading') return <LoadingNavigation />
  if (menu.length === 0) return null
  return isNarrow ? <StackedMenu menu={menu} /> : <DropDownMenu menu={menu} />
}
