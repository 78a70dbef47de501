import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import { TAB, TAB_LIST } from './tab-style.ts'

type Props<V extends string> = {
  /** The tab list's accessible name. */
  readonly label: string
  readonly tabs: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly onChange: (value: V) => void
  /** The chosen tab's content. */
  readonly children: ReactNode
}

/**
 * Tabs within the page. Arrow keys move the focus, Enter and Space choose: a tab clears what was loaded, and a click
 * would else choose twice, once by the press and once by the focus that follows it.
 */
export const Tabs = <V extends string>({ label, tabs, value, onChange, children }: Props<V>) => (
  <Radix.Root
    value={value}
    activationMode="manual"
    onValueChange={(chosen) => {
      const tab = tabs.find((each) => each.value === chosen)
      if (tab !== undefined) onChange(tab.value)
    }}
    className="flex flex-col gap-4"
  >
    <Radix.List aria-label={label} className={TAB_LIST}>
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.value} value={tab.value} className={TAB}>
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    <Radix.Content value={value} tabIndex={-1} className="flex flex-col gap-4">
      {children}
    </Radix.Content>
  </Radix.Root>
)
