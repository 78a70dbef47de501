import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router-dom'
import { useMediaQuery } from '../components/browser-hooks.ts'
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
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const title = `${username}, ${role}`
  if (isNarrow) {
    return (
      <span className="max-w-20 truncate text-soft" title={title}>
        {username}
      </span>
    )
  }

  const close = () => {
    button.current?.focus()
    setOpen(false)
  }
  const moveFocus = (step: 1 | -1) => {
    flushSync(() => setOpen(true))
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const from = items.findIndex((item) => item === document.activeElement)
    items.at((Math.max(from, step === 1 ? -1 : 0) + step) % items.length)?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (!isStep && !(event.key === 'Escape' && isOpen)) return
    event.preventDefault()
    if (isStep) moveFocus(event.key === 'ArrowDown' ? 1 : -1)
    else close()
  }
  return (
    <div
      role="none"
      className="relative"
      onKeyDown={handleKeyDown}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={title}
        onClick={() => (isOpen ? close() : moveFocus(1))}
        className="-mx-2 flex h-8 min-w-0 items-center gap-1.5 rounded-control px-2 text-soft transition-colors hover:bg-sunken hover:text-ink aria-expanded:bg-sunken aria-expanded:text-ink"
      >
        <Icon name="user" />
        <span className="max-w-40 truncate">{username}</span>
        <Icon name="chevron" className="-ml-0.5 size-3 text-faint" />
      </button>
      {isOpen && (
        <div className="absolute right-0 top-full animate-slide-in pt-1.5">
          <div className="min-w-48 rounded-card bg-raised p-1 shadow-float">
            <p className="border-b px-2.5 pb-1.5 pt-1 text-xs text-faint">{`Role: ${role}`}</p>
            <div ref={menu} id={id} role="menu" aria-label={username} className="pt-1">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close()
                  setChanging(true)
                }}
                className={MENU_ITEM}
              >
                {CHANGE_PASSWORD}
              </button>
              <Link to={SESSIONS} role="menuitem" tabIndex={-1} onClick={close} className={MENU_ITEM}>
                Your sessions
              </Link>
            </div>
          </div>
        </div>
      )}
      {isChanging && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The entries of the user menu as the last part of the stacked menu. */
export const UserSection = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { username, role } = useSession()
  const navigate = useNavigate()
  const [isChanging, setChanging] = useState(false)
  return (
    <section aria-label={username}>
      <h2 className="break-words px-3 pb-1 pt-3 text-xs font-semibold text-faint">{`${username}, ${role}`}</h2>
      <button type="button" onClick={() => setChanging(true)} className={STACKED_ITEM}>
        {CHANGE_PASSWORD}
      </button>
      <button
        type="button"
        onClick={() => {
          onChosen()
          void navigate(SESSIONS)
        }}
        className={STACKED_ITEM}
      >
        Your sessions
      </button>
      {isChanging && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </section>
  )
}
