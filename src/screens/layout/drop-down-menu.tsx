import * as Radix from '@radix-ui/react-navigation-menu'
import { useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import type { MenuItem, MenuLink } from './menu.ts'

const TOP =
  'relative flex h-8 items-center gap-1 rounded-control px-2.5 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink ' +
  'after:absolute after:inset-x-2.5 after:-bottom-2 after:h-0.5 after:rounded-full aria-[current=page]:text-ink aria-[current=page]:after:bg-accent ' +
  'data-[current]:text-ink data-[current]:after:bg-accent data-[state=open]:bg-sunken data-[state=open]:text-ink'

const isWithin = (path: string, to: string): boolean => path === to || path.startsWith(`${to}/`)

const SubMenu = ({ links }: { links: readonly MenuLink[] }) => (
  <ul className="min-w-56 p-1">
    {links.map((link) => (
      <li key={link.to}>
        <Radix.Link asChild>
          <NavLink
            to={link.to}
            end={link.to === '/roles'}
            className="block whitespace-nowrap rounded-[4px] px-2.5 py-1.5 text-soft hover:bg-sunken hover:text-ink focus-visible:outline-offset-0 aria-[current=page]:bg-accent-tint aria-[current=page]:text-ink"
          >
            {link.label}
          </NavLink>
        </Radix.Link>
      </li>
    ))}
  </ul>
)

/** The menu of a wide window: sub-menus drop down on hover, on click and by the keyboard. */
export const DropDownMenu = ({ menu }: { menu: readonly MenuItem[] }) => {
  const { pathname } = useLocation()
  const [open, setOpen] = useState('')
  return (
    <Radix.Root
      aria-label="Main"
      value={open}
      onValueChange={setOpen}
      delayDuration={80}
      className="relative z-10"
    >
      <Radix.List className="flex items-center gap-0.5">
        {menu.map((item) => (
          <Radix.Item key={item.label} value={item.label} className="relative">
            {item.children === undefined ? (
              <Radix.Link asChild>
                <NavLink to={item.to} className={TOP}>
                  {item.label}
                </NavLink>
              </Radix.Link>
            ) : (
              <>
                <Radix.Trigger
                  className={TOP}
                  data-current={item.children.some((link) => isWithin(pathname, link.to)) || undefined}
                  // A mouse opens by hovering; its click out of habit must not shut what it has just opened.
                  onClick={(event) => {
                    const byMouse =
                      event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'mouse'
                    if (byMouse && open === item.label) event.preventDefault()
                  }}
                >
                  {item.label}
                  <Icon name="chevron" className="size-3 text-faint" />
                </Radix.Trigger>
                <Radix.Content className="absolute left-0 top-full animate-slide-in pt-1.5">
                  <div className="rounded-card bg-raised shadow-float">
                    <SubMenu links={item.children} />
                  </div>
                </Radix.Content>
              </>
            )}
          </Radix.Item>
        ))}
      </Radix.List>
    </Radix.Root>
  )
}
