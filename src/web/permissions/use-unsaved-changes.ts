import { useEffect, useEffectEvent, useRef } from 'react'
import { useHref, useNavigate } from 'react-router-dom'
import { blockNavigation } from '../contexts/navigation-blocker.ts'

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

const indexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null

const placeOf = ({ pathname, search }: Location | URL): string => `${pathname}${search}`

/**
 * Asks before the page is left while `isActive`: by a link, by what is marked `data-leaves`, by Back and Forward
 * (`ask` gets what goes on with it), and by the browser's own question where the tab is closed or reloaded.
 *
 * The router has no blocker outside a data router, so this listens in front of it: it does not hear what is
 * stopped here.
 */
export const useUnsavedChanges = (isActive: boolean, ask: (proceed: () => void) => void): void => {
  const navigate = useNavigate()
  const base = useHref('/').replace(/\/$/, '')
  const leave = useEffectEvent(ask)
  const go = useEffectEvent((place: string) => void navigate(place.slice(base.length)))
  const isPassing = useRef(false)

  useEffect(() => {
    if (!isActive) return undefined
    isPassing.current = false
    let isReturning = false
    const here = placeOf(location)
    const index = indexOf(history.state)
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }

    const clicked = (event: MouseEvent) => {
      if (isPassing.current || !isPlainClick(event) || !(event.target instanceof Element)) return
      const control = event.target.closest<HTMLElement>('a[href], [data-leaves]')
      if (control === null) return
      if (control instanceof HTMLAnchorElement) {
        const address = new URL(control.href)
        if (address.origin !== location.origin || control.target !== '' || control.hasAttribute('download'))
          return
        if (placeOf(address) === here) return
      }
      event.preventDefault()
      event.stopPropagation()
      leave(() => {
        isPassing.current = true
        if (control instanceof HTMLAnchorElement)
          go(`${placeOf(new URL(control.href))}${new URL(control.href).hash}`)
        else control.click()
      })
    }

    const popped = (event: PopStateEvent) => {
      if (isPassing.current) return
      if (isReturning) {
        isReturning = false
        event.stopImmediatePropagation()
        return
      }
      if (placeOf(location) === here) return
      const target = indexOf(event.state)
      const steps = target === null || index === null ? -1 : target - index
      event.stopImmediatePropagation()
      isReturning = true
      history.go(-steps)
      leave(() => {
        isPassing.current = true
        history.go(steps)
      })
    }

    const unloading = (event: BeforeUnloadEvent) => event.preventDefault()

    document.addEventListener('click', clicked, options)
    window.addEventListener('beforeunload', unloading, options)
    const endHearing = blockNavigation(popped)
    return () => {
      endHearing()
      listening.abort()
    }
  }, [isActive])
}
