import { type MouseEventHandler, type ReactNode, useId, useState } from 'react'
import { NavLink } from 'react-router-dom'
import { moveFocus } from './browser-hooks.ts'

/** One look for tabs, whether they are links (routes) or tabs of the page. */
const TAB_LIST = 'flex flex-wrap gap-x-5 border-b'
const TAB =
  '-mb-px border-b-2 border-transparent px-0.5 pb-2 pt-1 font-medium text-soft transition-colors hover:text-ink ' +
  'aria-[current=page]:border-accent aria-[current=page]:text-ink aria-selected:border-accent aria-selected:text-ink'

type LinksProps = {
  readonly label: string
  readonly onClick?: MouseEventHandler
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly end?: boolean }[]
}

/** Shows tabs that are routes: links in a navigation. */
export const TabLinks = ({ label, tabs, onClick }: LinksProps) => (
  <nav aria-label={label} className={TAB_LIST}>
    {tabs.map((tab) => (
      <NavLink key={tab.to} to={tab.to} end={tab.end ?? false} onClick={onClick} className={TAB}>
        {tab.label}
      </NavLink>
    ))}
  </nav>
)

type TabsProps<V extends string> = {
  readonly label: string
  readonly tabs: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly children: ReactNode
}

/**
 * Shows tabs within the page. Arrow keys move the focus, Enter and Space select. Selecting a tab clears the loaded data,
 * so moving the focus must not select.
 */
export const Tabs = <V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) => {
  const id = useId()
  const [focused, setFocused] = useState<V | null>(null)
  const focusable = focused ?? value
  return (
    <div className="flex flex-col gap-4">
      <div role="tablist" aria-label={label} className={TAB_LIST} onBlur={() => setFocused(null)}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === focusable ? 0 : -1}
            onFocus={() => setFocused(tab.value)}
            onKeyDown={moveFocus}
            onClick={() => {
              if (tab.value !== value) onChange(tab.value)
            }}
            className={TAB}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className="flex flex-col gap-4"
      >
        {children}
      </div>
    </div>
  )
}
