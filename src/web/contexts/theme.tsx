import { useState } from 'react'
import { storedValues } from '../api/session-store.ts'
import { IconButton } from '../kit/button.tsx'
import type { IconName } from '../kit/icon.tsx'

type ThemeChoice = 'system' | 'light' | 'dark'
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

/** Shows one button that cycles through system, light and dark. */
export const ThemeSwitch = () => {
  const [choice, setChoice] = useState(getStoredTheme)
  const { icon, name, next } = NEXT[choice]
  return (
    <IconButton
      icon={icon}
      label={name}
      onClick={() => {
        setChoice(next)
        storedValues.set(STORAGE_KEY, next === 'system' ? null : next)
        apply(next)
      }}
    />
  )
}

const getStoredTheme = (): ThemeChoice => {
  const stored = storedValues.get(STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const apply = (choice: ThemeChoice): void => {
  const theme = choice === 'system' ? (dark().matches ? 'dark' : 'light') : choice
  document.documentElement.dataset['theme'] = theme
}
