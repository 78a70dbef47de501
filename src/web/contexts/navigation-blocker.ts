type Hear = (event: PopStateEvent) => void

let hear: Hear | null = null

/**
 * Hears Back and Forward in front of the router, from when it is called. Listeners of the window run in the order in
 * which they came, capturing or not, so this is called before the router is there.
 */
export const startNavigationBlocker = (): void => {
  window.addEventListener('popstate', (event) => hear?.(event))
}

/** The one who hears Back and Forward first; returns what ends that. */
export const blockNavigation = (first: Hear): (() => void) => {
  hear = first
  return () => {
    if (hear === first) hear = null
  }
}
