import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { isToasterNeeded, loadToaster, onToasterNeeded } from './toast.ts'
import { whenIdle } from './when-idle.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** The region of toasts; its code loads with the first toast or when the page is idle. */
export const ToastRegion = () => {
  const isNeeded = useSyncExternalStore(onToasterNeeded, isToasterNeeded)
  useEffect(() => whenIdle(loadToaster), [])
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
