import { ThemeSwitch } from '../components/theme-switch.tsx'
import { setTheme, storedTheme } from './theme.ts'

export const ThemeControl = () => <ThemeSwitch initial={storedTheme()} onChoose={setTheme} />
