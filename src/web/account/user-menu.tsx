import { type MouseEvent, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMediaQuery, usePopover } from '../components/browser-hooks.ts'
import { Icon } from '../components/icon.tsx'
import { lazyWithPreload } from '../components/lazy-loading.tsx'
import { useSession } from '../contexts/portal-contexts.ts'

const { Component: ChangePasswordDialog } = lazyWithPreload(() => import('./change-password-dialog.tsx'))

const CHANGE_PASSWORD = 'Change password'
const SESSIONS = '/account/sessions'
const MENU_ITEM =
  'block w-full whitespace-nowrap rounded-[4px] px-2.5 py-1.5 text-left text-soft hover:bg-sunken hover:text-ink focus-visible:outline-offset-0'
const STACKED_ITEM = 'block w-full rounded-control px-3 py-2 text-left text-soft hover:bg-sunken'

/** The user's name in the header: a button with a menu, or the name alone where the stacked menu has the entries. */
export const UserMenu = () => {
  const { username, role } = useSession()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const [isChanging, setChanging] = useState(false)
  const { button, panel } = usePopover({ align: 'right' })
  /** Returns the focus to the button. */
  const close = ({ currentTarget }: MouseEvent) =>
    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  const title = `${username}, ${role}`
  if (isNarrow) {
    return (
      <span className="max-w-20 truncate text-soft" title={title}>
        {username}
      </span>
    )
  }
  return (
    <>
      <button
        {...button}
        type="button"
        title={title}
        className="-mx-2 flex h-8 min-w-0 items-center gap-1.5 rounded-control px-2 text-soft transition-colors hover:bg-sunken hover:text-ink"
      >
        <Icon name="user" />
        <span className="max-w-40 truncate">{username}</span>
        <Icon name="chevron" className="-ml-0.5 size-3 text-faint" />
      </button>
      <div {...panel} className={`${panel.className} min-w-48`}>
        <p className="mb-1 border-b px-2.5 pb-1.5 pt-1 text-xs text-faint">{`Role: ${role}`}</p>
        <button
          type="button"
          onClick={(event) => {
            close(event)
            setChanging(true)
          }}
          className={MENU_ITEM}
        >
          {CHANGE_PASSWORD}
        </button>
        <Link to={SESSIONS} onClick={close} className={MENU_ITEM}>
          Your sessions
        </Link>
      </div>
      {isChanging && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The entries of the user menu as the last part of the stacked menu. */
export const UserSection = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { username, role } = useSession()
  const [isChanging, setChanging] = useState(false)
  return (
    <section aria-label={username}>
      <h2 className="break-words px-3 pb-1 pt-3 text-xs font-semibold text-faint">{`${username}, ${role}`}</h2>
      <button type="button" onClick={() => setChanging(true)} className={STACKED_ITEM}>
        {CHANGE_PASSWORD}
      </button>
      <Link to={SESSIONS} onClick={onChosen} className={STACKED_ITEM}>
        Your sessions
      </Link>
      {isChanging && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </section>
  )
}
