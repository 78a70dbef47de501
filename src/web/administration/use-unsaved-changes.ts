import { useEffect, useEffectEvent, useRef } from 'react'
import { useHref, useNavigate } from 'react-router-dom'
import { blockNavigation } from '../contexts/navigation-blocker.ts'

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

const getPath = ({ pathname, search }: Location | URL): string => `${pathname}${search}`

/**
 * While `isActive`, calls `confirm` before the user leaves the page by a link, by a control marked `data-leaves`, or by
 * Back and Forward. `confirm` receives a function that continues. Closing or reloading the tab shows the browser's own
 * dialog.
 *
 * The router has a blocker only in a data router, so these listeners run before the router's and stop the event.
 */
export const useUnsavedChanges = (isActive: boolean, confirm: (proceed: () => void) => void): void => {
  const navigate = useNavigate()
  const base = useHref('/').replace(/\/$/, '')
  const confirmLeaving = useEffectEvent(confirm)
  const go = useEffectEvent((path: string) => void navigate(path.slice(base.length)))
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isActive) return undefined
    isLeaving.current = false
    const state: unknown = history.state
    const { href } = location
    const currentPath = getPath(location)
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }

    const handleClick = (event: MouseEvent) => {
      if (isLeaving.current || !isPlainClick(event) || !(event.target instanceof Element)) return
      const control = event.target.closest<HTMLElement>('a[href], [data-leaves]')
      if (control === null) return
      if (control instanceof HTMLAnchorElement) {
        const url = new URL(control.href)
        if (url.origin !== location.origin || control.target !== '' || control.hasAttribute('download'))
          return
        if (getPath(url) === currentPath) return
      }
      event.preventDefault()
      event.stopPropagation()
      confirmLeaving(() => {
        isLeaving.current = true
        if (control instanceof HTMLAnchorElement)
          go(`${getPath(new URL(control.href))}${new URL(control.href).hash}`)
        else control.click()
      })
    }

    // Back and Forward cannot be cancelled. The page is pushed again after the entry that the user navigated to.
    const handlePopState = (event: PopStateEvent) => {
      if (isLeaving.current || getPath(location) === currentPath) return
      event.stopImmediatePropagation()
      history.pushState(state, '', href)
      confirmLeaving(() => {
        isLeaving.current = true
        history.back()
      })
    }

    const handleBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

    document.addEventListener('click', handleClick, options)
    window.addEventListener('beforeunload', handleBeforeUnload, options)
    const unblock = blockNavigation(handlePopState)
    return () => {
      unblock()
      controller.abort()
    }
  }, [isActive])
}
