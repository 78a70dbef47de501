import { UserMenu } from '../account/user-menu.tsx'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { hasFeature } from '../contexts/settings.ts'

/** The signed-in user, with a menu if the API offers what it contains, and Logout. */
export const Account = () => {
  const session = useSession()
  const hasAccount = hasFeature('account')
  return (
    <>
      {hasAccount ? (
        <UserMenu />
      ) : (
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
