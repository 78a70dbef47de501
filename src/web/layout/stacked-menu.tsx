import { useCallback, useId, useState } from 'react'
import { NavLink } from 'react-router-dom'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { useEscape } from '../components/browser-hooks.ts'
import type { MenuItem, MenuLink } from './menu.ts'

const LINK =
  'block rounded-control px-3 py-2 text-soft hover:bg-sunken aria-[current=page]:bg-accent-tint aria-[current=page]:font-medium aria-[current=page]:text-ink'

type LinksProps = { readonly links: readonly MenuLink[]; readonly onChosen: () => void }

const Links = ({ links, onChosen }: LinksProps) => (
  <ul>
    {links.map((link) => (
      <li key={link.to}>
        <NavLink to={link.to} end={link.to === '/roles'} onClick={onChosen} className={LINK}>
          {link.label}
        </NavLink>
      </li>
    ))}
  </ul>
)

/** The menu of a narrow window: one button, all items below one another. */
export const StackedMenu = ({ menu }: { menu: readonly MenuItem[] }) => {
  const [open, setOpen] = useState(false)
  const id = useId()
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
        </nav>
      )}
    </>
  )
}
