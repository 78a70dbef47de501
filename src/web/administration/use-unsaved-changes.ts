import { useEffect, useEffectEvent } from 'react'
import { useHref, useNavigate } from 'react-router-dom'

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

const getPath = ({ pathname, search }: Location | URL | HTMLAnchorElement): string => `${pathname}${search}`

/**
 * Calls `confirm`, while `isActive`, before the user leaves the page by a link, by a control marked `data-leaves`, or
 * by Back and Forward. `confirm` receives a function that continues. Closing or reloading the tab shows the browser's
 * own dialog.
 *
 * The router has a blocker only in a data router, so these listeners run before the router's and stop the event.
 */
export const useUnsavedChanges = (isActive: boolean, confirm: (proceed: () => void) => void): void => {
  const navigate = useNavigate()
  const base = useHref('/').replace(/\/$/, '')
  const confirmLeaving = useEffectEvent(confirm)
  const follow = useEffectEvent((link: HTMLAnchorElement) => {
    void navigate(getPath(link).slice(base.length) + link.hash)
  })

  useEffect(() => {
    if (!isActive) return undefined
    const state: unknown = history.state
    const { href, origin } = location
    const currentPath = getPath(location)
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    const ask = (leave: () => void) =>
      confirmLeaving(() => {
        controller.abort()
        leave()
      })

    const handleClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const control = target?.closest<HTMLElement>('a[href]:not([target], [download]), [data-leaves]')
      if (!control || !isPlainClick(event)) return
      const link = control instanceof HTMLAnchorElement ? control : null
      if (link !== null && (link.origin !== origin || getPath(link) === currentPath)) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => (link === null ? control.click() : follow(link)))
    }

    // Back and Forward cannot be cancelled. The page is pushed again after the entry that the user navigated to.
    const handlePopState = (event: Event) => {
      if (getPath(location) === currentPath) return
      event.preventDefault()
      history.pushState(state, '', href)
      ask(() => history.back())
    }

    document.addEventListener('click', handleClick, options)
    addEventListener('beforepopstate', handlePopState, options)
    addEventListener('beforeunload', (event) => event.preventDefault(), options)
    return () => controller.abort()
  }, [isActive])
}
