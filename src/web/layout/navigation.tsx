import { type ReactNode, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useEscape, useIsNarrow } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { Skeleton } from '../kit/page.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import { type MenuItem, type MenuLink, ownPages } from './menu-links.ts'

const LoadingNavigation = () => (
  <output className="flex items-center gap-3 text-xs text-faint">
    <Skeleton className="h-4 w-20" />
    <Skeleton className="h-4 w-14 max-md:hidden" />
    <Skeleton className="h-4 w-16 max-md:hidden" />
    <span className="max-md:sr-only">Loading navigation...</span>
  </output>
)

/** Shows the menu for the width of the window: stacked below 768 px, otherwise drop-down. */
export const Navigation = ({ menu }: { menu: readonly MenuItem[] }) => {
  const { status } = useSession().permissions
  const isNarrow = useIsNarrow()
  const { pathname } = useLocation()
  if (status === 'loading') return <LoadingNavigation />
  if (menu.length === 0) return null
  // The home page is the dashboard: its item marks the page that is shown.
  const items = menu.map((item) =>
    item.to === '/dashboard' && pathname === '/' ? { ...item, to: '/' } : item,
  )
  return isNarrow ? <StackedMenu menu={items} /> : <DropDownMenu menu={items} />
}

const TOP_LINK =
  'relative flex h-8 items-center gap-1 rounded-control px-2.5 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink ' +
  'after:absolute after:inset-x-2.5 after:-bottom-2 after:h-0.5 after:rounded-full aria-[current=page]:text-ink aria-[current=page]:after:bg-accent ' +
  'data-[current]:text-ink data-[current]:after:bg-accent aria-expanded:bg-sunken aria-expanded:text-ink'

const DROP_DOWN_LINK =
  'block whitespace-nowrap rounded-[4px] px-2.5 py-1.5 text-soft hover:bg-sunken hover:text-ink focus-visible:outline-offset-0 aria-[current=page]:bg-accent-tint aria-[current=page]:text-ink'

/** Returns the first part of a path, which the pages of a menu share. */
const getArea = (path: string): string | undefined => path.split('/')[1]

type SubMenuProps = {
  readonly label: ReactNode
  readonly links: readonly MenuLink[]
  /** What the label leaves out, while the pointer is on it. */
  readonly title?: string
  readonly align?: 'left' | 'right'
}

/** Returns the state of a menu and of its button. Escape closes it, and the focus in it returns to the button. */
const useMenu = () => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  useEscape(isOpen, () => {
    if (document.activeElement?.closest(`[id='${id}']`)) button.current?.focus()
    close()
  })
  return { id, button, isOpen, setOpen, close }
}

/** Shows a button that shows its links below: by hover, click or Enter; Escape closes it. */
export const SubMenu = ({ label, links, title, align = 'left' }: SubMenuProps) => {
  const { pathname } = useLocation()
  const { id, button, isOpen, setOpen, close } = useMenu()
  return (
    <div
      role="none"
      className="relative min-w-0"
      // React has no onPointerEnter for a pointer that comes from an element that is gone.
      onPointerOver={({ pointerType, currentTarget, relatedTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (pointerType === 'mouse' && !isInside) setOpen(true)
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && close()}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
    >
      <button
        ref={button}
        type="button"
        title={title}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-current={links.some(({ to }) => getArea(to) === getArea(pathname)) || undefined}
        className={TOP_LINK}
        // A mouse opens the menu by hovering, so its click must not close it again.
        onClick={({ nativeEvent }) =>
          setOpen(!isOpen || (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'))
        }
      >
        {label}
        <Icon name="chevron" className="size-3 text-faint" />
      </button>
      {isOpen && (
        <div
          id={id}
          className={`absolute top-full animate-slide-in pt-1.5 ${align === 'left' ? 'left-0' : 'right-0'}`}
        >
          <div className="min-w-48 rounded-card bg-raised p-1 shadow-float">
            <Links links={links} className={DROP_DOWN_LINK} onChosen={close} />
          </div>
        </div>
      )}
    </div>
  )
}

type LinksProps = {
  readonly links: readonly MenuLink[]
  readonly className: string
  readonly onChosen: () => void
}

const Links = ({ links, className, onChosen }: LinksProps) => (
  <ul>
    {links.map((link) => (
      <li key={link.to}>
        <NavLink to={link.to} end={link.to === '/roles'} onClick={onChosen} className={className}>
          {link.label}
        </NavLink>
      </li>
    ))}
  </ul>
)

const DropDownMenu = ({ menu }: { menu: readonly MenuItem[] }) => (
  <nav aria-label="Main" className="relative z-10">
    <ul className="flex items-center gap-0.5">
      {menu.map(({ label, ...item }) => (
        <li key={label}>
          {item.children === undefined ? (
            <NavLink to={item.to} className={TOP_LINK}>
              {label}
            </NavLink>
          ) : (
            <SubMenu label={label} links={item.children} />
          )}
        </li>
      ))}
    </ul>
  </nav>
)

/** Lists the pages of the caller's own account, for the menu of the user's name. */
export const listAccountLinks = (): readonly MenuLink[] =>
  ownPages
    .filter(({ page, feature }) => page !== 'second-factor' && hasFeature(feature))
    .map(({ page, title }) => ({ label: title, to: `/account/${page}` }))

const STACKED_LINK =
  'block rounded-control px-3 py-2 text-soft hover:bg-sunken aria-[current=page]:bg-accent-tint aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** Shows the menu of a narrow window: one button, all items below one another. */
const StackedMenu = ({ menu }: { menu: readonly MenuItem[] }) => {
  const { id, button, isOpen, setOpen, close } = useMenu()
  const { username, role } = useSession()
  const items = hasFeature('account')
    ? [...menu, { label: `${username}, ${role}`, children: listAccountLinks() }]
    : menu
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="order-1 -mr-2 shrink-0 px-1.5"
      >
        <Icon name={isOpen ? 'close' : 'menu'} />
      </Button>
      {isOpen && (
        <nav
          id={id}
          aria-label="Main"
          className="absolute inset-x-0 top-full max-h-[calc(100dvh-48px)] animate-slide-in overflow-y-auto border-y bg-surface px-1 py-2 shadow-float"
        >
          {[...items.filter(({ to }) => to), ...items.filter(({ to }) => !to)].map((item) =>
            item.children === undefined ? (
              <Links key={item.label} links={[item]} className={STACKED_LINK} onChosen={close} />
            ) : (
              <section key={item.label} aria-label={item.label}>
                <h2 className="break-words px-3 pb-1 pt-3 text-xs font-semibold text-faint">{item.label}</h2>
                <Links links={item.children} className={STACKED_LINK} onChosen={close} />
              </section>
            ),
          )}
        </nav>
      )}
    </>
  )
}
