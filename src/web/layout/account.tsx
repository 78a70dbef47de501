import { useContext } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { AccountContext } from '../contexts/account.ts'
import { useSession } from '../contexts/portal-contexts.ts'

/** The signed-in user, with the menu if the API offers what it contains, and Logout. */
export const Account = () => {
  const session = useSession()
  const account = useContext(AccountContext)
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
