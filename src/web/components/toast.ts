const listeners = new Set<() => void>()
let isNeeded = false

/** Loads the code of toasts. Called when the page is idle: it cannot load once the connection is lost. */
export const loadToaster = (): void => {
  isNeeded = true
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`: whether the toaster is to be mounted. */
export const isToasterNeeded = (): boolean => isNeeded
export const onToasterNeeded = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows an error that has no banner as a toast. A repeated text replaces its toast. */
export const notifyError = (text: string): void => {
  loadToaster()
  import('./toaster.tsx').then(({ showToast }) => showToast(text), reportError)
}
