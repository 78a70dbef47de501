import { NavLink } from 'react-router-dom'
import { TAB, TAB_LIST } from './tab-style.ts'

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
