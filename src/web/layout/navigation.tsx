import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { NavLink, useLocation } from 'react-router-dom'
import { UserSection } from '../account/user-menu.tsx'
import { useEscape, useMediaQuery } from '../components/browser-hooks.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Skeleton } from '../components/page.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { hasFeature } from '../contexts/settings.ts'
import type { MenuItem, MenuLink } from './menu.ts'

const LoadingNavigation = () => (
  <output className="flex items-center gap-3 text-xs text-faint">
    <Skeleton className="h-4 w-20" />
    <Skeleton className="h-4 w-14 max-md:hidden" />
    <Skeleton className="h-4 w-16 max-md:hidden" />
    <span className="max-md:sr-only">Loading navigation...</span>
  </output>
)

/** The menu for the width of the window: stacked below 768 px, otherwise drop-down. */
export const Navigation = ({ menu }: { menu: readonly MenuItem[] }) => {
  const { status } = useSession().permissions
  const isNarrow = useMediaQuery('(max-width: 767px)')
  if (status === 'loading') return <LoadingNavigation />
  if (menu.length === 0) return null
  return isNarrow ? <StackedMenu menu={menu} /> : <DropDownMenu menu={menu} />
}

const TOP_LINK =
  'relative flex h-8 items-center gap-1 rounded-control px-2.5 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink ' +
  'after:absolute after:inset-x-2.5 after:-bottom-2 after:h-0.5 after:rounded-full aria-[current=page]:text-ink aria-[current=page]:after:bg-accent ' +
  'data-[current]:text-ink data-[current]:after:bg-accent aria-expanded:bg-sunken aria-expanded:text-ink'

const DROP_DOWN_LINK =
  'block whitespace-nowrap rounded-[4px] px-2.5 py-1.5 text-soft hover:bg-sunken hover:text-ink focus-visible:outline-offset-0 aria-[current=page]:bg-accent-tint aria-[current=page]:text-ink'

const OPEN_DELAY_MS = 80
const CLOSE_DELAY_MS = 160

const isWithin = (path: string, to: string): boolean => path === to || path.startsWith(`${to}/`)

/** A mouse opens the menu by hovering, so a click of the mouse must not close it again. */
const isByMouse = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'mouse'

type SubMenuProps = {
  readonly label: string
  readonly links: readonly MenuLink[]
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** A button that shows its links below: by hover, click, Enter or the arrow keys; Escape closes it. */
const SubMenu = ({ label, links, isOpen, onOpen, onClose }: SubMenuProps) => {
  const { pathname } = useLocation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const after = (delay: number, change: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(change, delay)
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && isOpen) {
      onClose()
      button.current?.focus()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    flushSync(onOpen)
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[(at + step + stops.length) % stops.length]?.focus()
  }
  return (
    <div
      role="none"
      className="relative"
      onPointerEnter={(event) => event.pointerType === 'mouse' && after(OPEN_DELAY_MS, onOpen)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && after(CLOSE_DELAY_MS, onClose)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose()}
      onKeyDown={move}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-current={links.some((link) => isWithin(pathname, link.to)) || undefined}
        className={TOP_LINK}
        onClick={({ nativeEvent }) => (isOpen && !isByMouse(nativeEvent) ? onClose() : onOpen())}
      >
        {label}
        <Icon name="chevron" className="size-3 text-faint" />
      </button>
      {isOpen && (
        <div id={id} className="absolute left-0 top-full animate-slide-in pt-1.5">
          <ul className="min-w-56 rounded-card bg-raised p-1 shadow-float">
            {links.map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} end={link.to === '/roles'} className={DROP_DOWN_LINK} onClick={onClose}>
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The menu of a wide window; one sub-menu at a time drops down. */
const DropDownMenu = ({ menu }: { menu: readonly MenuItem[] }) => {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <nav aria-label="Main" className="relative z-10">
      <ul className="flex items-center gap-0.5">
        {menu.map(({ label, ...item }) => (
          <li key={label}>
            {item.children === undefined ? (
              <NavLink to={item.to} className={TOP_LINK}>
                {label}
              </NavLink>
            ) : (
              <SubMenu
                label={label}
                links={item.children}
                isOpen={open === label}
                onOpen={() => setOpen(label)}
                onClose={() => setOpen((current) => (current === label ? null : current))}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const STACKED_LINK =
  'block rounded-control px-3 py-2 text-soft hover:bg-sunken aria-[current=page]:bg-accent-tint aria-[current=page]:font-medium aria-[current=page]:text-ink'

type LinksProps = { readonly links: readonly MenuLink[]; readonly onChosen: () => void }

const Links = ({ links, onChosen }: LinksProps) => (
  <ul>
    {links.map((link) => (
      <li key={link.to}>
        <NavLink to={link.to} end={link.to === '/roles'} onClick={onChosen} className={STACKED_LINK}>
          {link.label}
        </NavLink>
      </li>
    ))}
  </ul>
)

/** The menu of a narrow window: one button, all items below one another. */
const StackedMenu = ({ menu }: { menu: readonly MenuItem[] }) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const hasAccount = hasFeature('account')
  const close = useCallback(() => setOpen(false), [])
  useEscape(open, close)
  return (
    <>
      <Button
        variant="quiet"
        aria-label="Menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="order-1 -mr-2 shrink-0 px-2"
      >
        <Icon name={open ? 'close' : 'menu'} />
      </Button>
      {open && (
        <nav
          id={id}
          aria-label="Main"
          className="absolute inset-x-0 top-full max-h-[calc(100dvh-48px)] animate-slide-in overflow-y-auto border-y bg-surface px-1 py-2 shadow-float"
        >
          {menu.map((item) =>
            item.children === undefined ? (
              <Links key={item.label} links={[item]} onChosen={close} />
            ) : (
              <section key={item.label} aria-label={item.label}>
                <h2 className="px-3 pb-1 pt-3 text-xs font-semibold uppercase tracking-wide text-faint">
                  {item.label}
                </h2>
                <Links links={item.children} onChosen={close} />
              </section>
            ),
          )}
          {hasAccount && <UserSection onChosen={close} />}
        </nav>
      )}
    </>
  )
}
