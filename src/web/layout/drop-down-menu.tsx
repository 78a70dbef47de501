import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { NavLink, useLocation } from 'react-router-dom'
import { Icon } from '../components/icon.tsx'
import type { MenuItem, MenuLink } from './menu.ts'

const TOP =
  'relative flex h-8 items-center gap-1 rounded-control px-2.5 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink ' +
  'after:absolute after:inset-x-2.5 after:-bottom-2 after:h-0.5 after:rounded-full aria-[current=page]:text-ink aria-[current=page]:after:bg-accent ' +
  'data-[current]:text-ink data-[current]:after:bg-accent aria-expanded:bg-sunken aria-expanded:text-ink'
const LINK =
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
        className={TOP}
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
                <NavLink to={link.to} end={link.to === '/roles'} className={LINK} onClick={onClose}>
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
export const DropDownMenu = ({ menu }: { menu: readonly MenuItem[] }) => {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <nav aria-label="Main" className="relative z-10">
      <ul className="flex items-center gap-0.5">
        {menu.map(({ label, ...item }) => (
          <li key={label}>
            {item.children === undefined ? (
              <NavLink to={item.to} className={TOP}>
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
