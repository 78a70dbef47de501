import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Logo } from '../kit/icon.tsx'
import { ThemeSwitch } from '../contexts/theme.tsx'
import { getSettings } from '../contexts/portal-settings.ts'

type Props = {
  readonly navigation?: ReactNode
  /** Who is signed in, or the way to sign in. */
  readonly account: ReactNode
}

/** Shows the slim top bar: product name, menu, theme, account. */
export const Header = ({ navigation, account }: Props) => {
  const { appName, appVersion } = getSettings()
  return (
    <header
      data-frame
      className="sticky top-0 z-30 flex h-12 items-center gap-x-1 border-b bg-surface px-4 max-md:text-sm md:gap-x-4 md:px-6"
    >
      <Link
        to="/dashboard"
        className="flex h-12 min-w-0 shrink items-center gap-2 font-semibold max-md:gap-1.5"
        title={`Version ${appVersion}`}
      >
        <Logo />
        <span className="truncate">{appName}</span>
      </Link>
      <span className="text-xs text-faint max-lg:hidden" aria-label={`Version ${appVersion}`}>
        {appVersion}
      </span>
      {navigation}
      <div className="ml-auto flex shrink-0 items-center md:gap-2">
        <ThemeSwitch />
        {account}
      </div>
    </header>
  )
}
