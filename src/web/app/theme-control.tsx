import { ThemeSwitch } from '../components/theme-switch.tsx'
import { chooseTheme, storedTheme } from './theme.ts'

export const ThemeControl = () => <ThemeSwitch initial={storedTheme()} onChoose={chooseTheme} />
