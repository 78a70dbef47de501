import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'

type Props = {
  /** The navigation's accessible name. */
  readonly label: string
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly end?: boolean }[]
}

/** Tabs that are routes: links in a navigation. A narrow window scrolls them in one line, to that of the page. */
export const TabLinks = ({ label, tabs }: Props) => {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = ref.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (ref.current && current) ref.current.scrollLeft = current.offsetLeft - ref.current.offsetLeft
  }, [])
  return (
    <nav ref={ref} aria-label={label} className={TAB_LIST}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end ?? false} className={TAB}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}

/** One look for tabs, whether they are links (routes) or tabs of the page. */
export const TAB_LIST =
  '-mb-px flex gap-x-5 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]'
export const TAB =
  'shrink-0 whitespace-nowrap border-b-2 border-transparent px-0.5 pb-2 pt-1 font-medium text-soft transition-colors hover:text-ink ' +
  'aria-[current=page]:border-accent aria-[current=page]:text-ink aria-selected:border-accent aria-selected:text-ink'
