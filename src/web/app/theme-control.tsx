import { ThemeSwitch } from '../components/theme-switch.tsx'
import { setTheme, getStoredTheme } from './theme.ts'

export const ThemeControl = () => <ThemeSwitch initial={getStoredTheme()} onChoose={setTheme} />
