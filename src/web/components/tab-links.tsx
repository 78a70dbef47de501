import { NavLink } from 'react-router-dom'

type Props = {
  /** The navigation's accessible name. */
  readonly label: string
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly end?: boolean }[]
}

/** Tabs that are routes: links in a navigation. */
export const TabLinks = ({ label, tabs }: Props) => (
  <nav aria-label={label} className={TAB_LIST}>
    {tabs.map((tab) => (
      <NavLink key={tab.to} to={tab.to} end={tab.end ?? false} className={TAB}>
        {tab.label}
      </NavLink>
    ))}
  </nav>
)

/** One look for tabs, whether they are links (routes) or tabs of the page. */
export const TAB_LIST = 'flex flex-wrap gap-x-5 border-b'
export const TAB =
  '-mb-px shrink-0 border-b-2 border-transparent px-0.5 pb-2 pt-1 font-medium text-soft transition-colors hover:text-ink ' +
  'aria-[current=page]:border-accent aria-[current=page]:text-ink aria-selected:border-accent aria-selected:text-ink'
