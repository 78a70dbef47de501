import { type ComponentType, type ReactNode, useContext } from 'react'
import { Button } from '../components/button.tsx'
import { Icon, Logo } from '../components/icon.tsx'
import { AccountContext } from '../contexts/account.ts'
import { useSession, useSettings } from '../contexts/portal-contexts.ts'

export type HeaderLinkProps = {
  readonly to: string
  readonly className: string
  readonly title?: string
  readonly children: ReactNode
}

type LinkProps = {
  /** How the header links to pages: by the router, once it is loaded. */
  readonly Link: ComponentType<HeaderLinkProps>
}

const Account = ({ Link }: LinkProps) => {
  const session = useSession()
  const account = useContext(AccountContext)
  if (session.status !== 'signedIn' && session.status !== 'signingOut') {
    return (
      <Link
        to="/login"
        className="animate-appear-late rounded-control px-2 py-1.5 font-medium text-accent hover:bg-sunken"
      >
        Sign In
      </Link>
    )
  }
  return (
    <>
      {account?.userMenu ?? (
        <span
          className="flex min-w-0 items-center gap-1.5 text-soft md:pr-4"
          title={`${session.username}, ${session.role}`}
        >
          <Icon name="user" className="max-md:hidden" />
          <span className="max-w-40 truncate max-md:max-w-20">{session.username}</span>
        </span>
      )}
      <Button
        variant="quiet"
        data-leaves
        className="-mr-3 max-md:mr-0 max-md:px-2"
        busy={session.status === 'signingOut'}
        onClick={session.logout}
      >
        Logout
      </Button>
    </>
  )
}

type Props = LinkProps & {
  readonly navigation?: ReactNode
  /** Small controls before the account: the theme switch. */
  readonly tools: ReactNode
}

/** The slim top bar: product name, menu, theme, account. */
export const Header = ({ Link, navigation, tools }: Props) => {
  const { appName, appVersion } = useSettings()
  return (
    <header
      data-frame
      className="sticky top-0 z-30 flex h-12 items-center gap-x-1 border-b bg-surface px-4 md:gap-x-4 md:px-6"
    >
      <Link
        to="/dashboard"
        className="flex h-12 min-w-0 shrink items-center gap-2 font-semibold"
        title={`Version ${appVersion}`}
      >
        <Logo />
        <span className="truncate">{appName}</span>
      </Link>
      <span className="text-xs text-faint max-lg:hidden" aria-label={`Version ${appVersion}`}>
        {appVersion}
      </span>
      {navigation}
      <div className="ml-auto flex shrink-0 items-center gap-1 md:gap-2">
        {tools}
        <Account Link={Link} />
      </div>
    </header>
  )
}
