import { useState } from 'react'
import { Icon, type IconName } from '../components/icon.tsx'

type ThemeChoice = 'system' | 'light' | 'dark'
type Props = { readonly initial: ThemeChoice; readonly onChoose: (choice: ThemeChoice) => void }

const NEXT: Record<ThemeChoice, { icon: IconName; name: string; next: ThemeChoice }> = {
  system: { icon: 'system', name: 'Theme: system', next: 'light' },
  light: { icon: 'sun', name: 'Theme: light', next: 'dark' },
  dark: { icon: 'moon', name: 'Theme: dark', next: 'system' },
}

const STORAGE_KEY = 'theme'

const dark = () => matchMedia('(prefers-color-scheme: dark)')

/** Applies the stored theme before the first paint, and follows the system's theme by default. */
export const initTheme = (): void => {
  apply(getStoredTheme())
  dark().addEventListener('change', () => apply(getStoredTheme()))
}

/** The theme switch of the header. */
export const ThemeControl = () => <ThemeSwitch initial={getStoredTheme()} onChoose={setTheme} />

/** One button that cycles through system, light and dark. */
const ThemeSwitch = ({ initial, onChoose }: Props) => {
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

const getStoredTheme = (): ThemeChoice => {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

const apply = (choice: ThemeChoice): void => {
  const theme = choice === 'system' ? (dark().matches ? 'dark' : 'light') : choice
  document.documentElement.dataset['theme'] = theme
}

/** Stores and applies the choice. */
const setTheme = (choice: ThemeChoice): void => {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Without storage the choice applies to this page only.
  }
  apply(choice)
}
