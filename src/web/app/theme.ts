import type { ThemeChoice } from '../components/theme-switch.tsx'

const STORED_UNDER = 'theme'
const dark = () => matchMedia('(prefers-color-scheme: dark)')

export const storedTheme = (): ThemeChoice => {
  try {
    const stored = localStorage.getItem(STORED_UNDER)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

const show = (choice: ThemeChoice): void => {
  const theme = choice === 'system' ? (dark().matches ? 'dark' : 'light') : choice
  document.documentElement.dataset['theme'] = theme
}

/** Keeps the choice and shows it at once. */
export const setTheme = (choice: ThemeChoice): void => {
  try {
    if (choice === 'system') localStorage.removeItem(STORED_UNDER)
    else localStorage.setItem(STORED_UNDER, choice)
  } catch {
    // A refused storage leaves the choice to this page alone.
  }
  show(choice)
}

/** Shows the stored theme before the first paint, and follows the system while nothing is chosen. */
export const initTheme = (): void => {
  show(storedTheme())
  dark().addEventListener('change', () => show(storedTheme()))
}
