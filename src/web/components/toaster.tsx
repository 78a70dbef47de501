import { toast, useToaster } from 'react-hot-toast/headless'
import { Icon } from './icon.tsx'

const AT_ONCE = 3

const SHOWN_FOR = 4_000

/** Asks for a toast; the same text again replaces its toast. */
export const showToast = (text: string): void => {
  toast.error(text, { id: text, duration: SHOWN_FOR })
}

/** Toasts at the top right: 4 s each, three at once, 356 px wide. */
const Toasts = () => {
  const { toasts, handlers } = useToaster({ duration: SHOWN_FOR })
  return (
    <div
      data-screen-only
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      className="pointer-events-none fixed right-4 top-14 z-50 flex w-[356px] max-w-[calc(100vw-32px)] flex-col gap-2"
    >
      {toasts
        .filter((shown) => shown.visible)
        .slice(0, AT_ONCE)
        .map((shown) => (
          <div
            key={shown.id}
            role="alert"
            data-passing
            className="pointer-events-auto flex animate-slide-in items-start gap-2 rounded-card bg-raised px-3 py-2.5 shadow-float"
          >
            <Icon name="alert" className="mt-0.5 text-bad" />
            <span className="min-w-0 flex-1 break-words">
              {typeof shown.message === 'function' ? shown.message(shown) : shown.message}
            </span>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => toast.dismiss(shown.id)}
              className="-mr-1 rounded p-0.5 text-faint hover:bg-sunken hover:text-ink"
            >
              <Icon name="close" />
            </button>
          </div>
        ))}
    </div>
  )
}

export default Toasts
