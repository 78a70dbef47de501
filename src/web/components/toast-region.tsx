import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { areToastsWanted, bringToasts, onToastsWanted } from './toast.ts'
import { whenIdle } from './when-idle.ts'

const Toasts = lazy(() => import('./toaster.tsx'))

/** Where toasts appear; their code comes with the first one, or while the page rests. */
export const ToastPlace = () => {
  const isWanted = useSyncExternalStore(onToastsWanted, areToastsWanted)
  useEffect(() => whenIdle(bringToasts), [])
  return (
    isWanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
