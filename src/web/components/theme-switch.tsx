import { useState } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type ThemeChoice = 'system' | 'light' | 'dark'

const NEXT: Record<ThemeChoice, { icon: IconName; name: string; next: ThemeChoice }> = {
  system: { icon: 'system', name: 'Theme: system', next: 'light' },
  light: { icon: 'sun', name: 'Theme: light', next: 'dark' },
  dark: { icon: 'moon', name: 'Theme: dark', next: 'system' },
}

type Props = { readonly initial: ThemeChoice; readonly onChoose: (choice: ThemeChoice) => void }

/** One button that cycles through system, light and dark. */
export const ThemeSwitch = ({ initial, onChoose }: Props) => {
  const [choice, setChoice] = useState(initial)
  const { icon, name, next } = NEXT[choice]
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={() => {
        setChoice(next)
        onChoose(next)
      }}
      className="inline-flex size-8 items-center justify-center rounded-control text-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      <Icon name={icon} />
    </button>
  )
}
