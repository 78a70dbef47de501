import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { whenIdle } from './lazy-loading.tsx'

const listeners = new Set<() => void>()
let isNeeded = false

/** Loads the code of toasts. Called when the page is idle: it cannot load once the connection is lost. */
const loadToaster = (): void => {
  isNeeded = true
  for (const listener of listeners) listener()
}

const isToasterNeeded = (): boolean => isNeeded

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows an error that has no banner as a toast. A repeated text replaces its toast. */
export const notifyError = (text: string): void => {
  loadToaster()
  import('./toaster.tsx').then(({ showToast }) => showToast(text), reportError)
}

const Toaster = lazy(() => import('./toaster.tsx'))

/** The region of toasts; its code loads with the first toast or when the page is idle. */
export const ToastRegion = () => {
  const isMounted = useSyncExternalStore(subscribe, isToasterNeeded)
  useEffect(() => whenIdle(loadToaster), [])
  return (
    isMounted && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
