type PopStateListener = (event: PopStateEvent) => void

let blocker: PopStateListener | null = null

/**
 * Receives Back and Forward before the router does. Must be called before the router starts: browsers call the
 * listeners of `window` in the order of their registration, in the capture phase too.
 */
export const startNavigationBlocker = (): void => {
  window.addEventListener('popstate', (event) => blocker?.(event))
}

/** Sets the listener that receives Back and Forward first; returns a function that removes it. */
export const blockNavigation = (listener: PopStateListener): (() => void) => {
  blocker = listener
  return () => {
    if (blocker === listener) blocker = null
  }
}
