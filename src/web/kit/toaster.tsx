import type { ReactElement } from 'react'
import { toast, useToaster } from 'react-hot-toast/headless'
import { CloseButton } from './button.tsx'
import { Icon } from './icon.tsx'

const MAX_VISIBLE = 3
const DURATION_MS = 4_000

/** Shows a toast. A repeated error replaces its toast, and a success the one before. */
export const notify = (message: string | ReactElement, tone: 'error' | 'success' = 'error'): void => {
  const id = tone === 'error' && typeof message === 'string' ? message : tone
  toast[tone](message, { id, duration: DURATION_MS })
}

/**
 * Shows toasts at the top right: 4 s each, three at once, 356 px wide. Two lines fit over the clock, where no control
 * is; the message of a page is at their left, below 768 px above them.
 */
export const Toaster = () => {
  const { toasts, handlers } = useToaster({ duration: DURATION_MS })
  return (
    <div
      data-toasts
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      className="fixed right-4 top-12.5 z-20 flex w-[356px] max-w-[calc(100vw-32px)] flex-col gap-2"
    >
      {toasts
        .filter((item) => item.visible)
        .slice(0, MAX_VISIBLE)
        .map((item) => (
          <div
            key={item.id}
            role={item.type === 'success' ? 'status' : 'alert'}
            className="flex min-h-7 animate-slide-in items-center gap-2 rounded-card bg-raised px-3 py-px text-sm/4 shadow-float"
          >
            <Icon
              name={item.type === 'success' ? 'check' : 'alert'}
              className={item.type === 'success' ? 'text-good' : 'text-bad'}
            />
            <span className="min-w-0 flex-1 break-words">
              {typeof item.message === 'function' ? item.message(item) : item.message}
            </span>
            <CloseButton label="Dismiss" onClick={() => toast.dismiss(item.id)} />
          </div>
        ))}
    </div>
  )
}
