import type { ComponentPropsWithRef } from 'react'
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom'

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { readonly to: string }

/** A link to a page of the portal. The router's own also prefetches, which the first screens would load for nothing. */
export const Link = ({ to, target, onClick, children, ...rest }: LinkProps) => {
  const href = useHref(to)
  const follow = useLinkClickHandler(to, target === undefined ? {} : { target })
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}

type NavLinkProps = LinkProps & {
  /** Pages below this one are not this one. */
  readonly end?: boolean
}

/** A link of a navigation, which is marked on its page. */
export const NavLink = ({ to, end = false, ...rest }: NavLinkProps) => {
  const page = useResolvedPath(to).pathname.toLowerCase()
  const current = useLocation().pathname.toLowerCase()
  const isCurrent = current === page || (!end && current.startsWith(`${page}/`))
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />
}
