const listeners = new Set<() => void>()
let isWanted = false

/** Brings the code of toasts; the portal does so ahead, since a lost connection brings no code any more. */
export const loadToaster = (): void => {
  isWanted = true
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`: whether toasts are wanted on the page. */
export const isToasterNeeded = (): boolean => isWanted
export const onToasterNeeded = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A toast for an error that has no banner of its own. The same text again replaces its toast. */
export const notifyError = (text: string): void => {
  loadToaster()
  import('./toaster.tsx').then(({ showToast }) => showToast(text), reportError)
}
