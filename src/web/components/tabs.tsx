import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { TAB, TAB_LIST } from './tab-links.tsx'

type Props<V extends string> = {
  /** The tab list's accessible name. */
  readonly label: string
  readonly tabs: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly onChange: (value: V) => void
  /** The content of the selected tab. */
  readonly children: ReactNode
}

/** The index of the tab that a key moves the focus to (ARIA pattern for tabs); null for other keys. */
const getTargetIndex = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/**
 * Tabs within the page. Arrow keys move the focus, Enter and Space select. Selecting a tab clears the loaded data,
 * so moving the focus must not select.
 */
export const Tabs = <V extends string>({ label, tabs, value, onChange, children }: Props<V>) => {
  const id = useId()
  const [focused, setFocused] = useState<V | null>(null)
  const focusable = focused ?? value
  const move = (event: KeyboardEvent<HTMLButtonElement>, at: number) => {
    const next = getTargetIndex(event.key, at, tabs.length)
    if (next === null || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const tab = event.currentTarget.parentElement?.children[next]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div className="flex flex-col gap-4">
      <div role="tablist" aria-label={label} className={TAB_LIST} onBlur={() => setFocused(null)}>
        {tabs.map((tab, at) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === focusable ? 0 : -1}
            onFocus={() => setFocused(tab.value)}
            onKeyDown={(event) => move(event, at)}
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
