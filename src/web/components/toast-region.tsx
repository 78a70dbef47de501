import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { isToasterNeeded, loadToaster, onToasterNeeded } from './toast.ts'
import { whenIdle } from './when-idle.ts'

const Toasts = lazy(() => import('./toaster.tsx'))

/** Where toasts appear; their code comes with the first one, or while the page rests. */
export const ToastRegion = () => {
  const isWanted = useSyncExternalStore(onToasterNeeded, isToasterNeeded)
  useEffect(() => whenIdle(loadToaster), [])
  return (
    isWanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
