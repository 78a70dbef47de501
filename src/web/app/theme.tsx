import { type ThemeChoice, ThemeSwitch } from '../components/theme-switch.tsx'

const STORAGE_KEY = 'theme'
const dark = () => matchMedia('(prefers-color-scheme: dark)')

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

/** Applies the stored theme before the first paint, and follows the system's theme by default. */
export const initTheme = (): void => {
  apply(getStoredTheme())
  dark().addEventListener('change', () => apply(getStoredTheme()))
}

/** The theme switch of the header. */
export const ThemeControl = () => <ThemeSwitch initial={getStoredTheme()} onChoose={setTheme} />
