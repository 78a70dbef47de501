import { memo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { whenIdle } from './lazy-loading.tsx'
import { ErrorBoundary } from './messages.tsx'

type Props = {
  readonly isShown: boolean
  /** Loads what the content needs, so that it can be rendered before it is shown; null if it is not. */
  readonly prepare: (() => Promise<unknown>) | null
  readonly children: ReactNode
}

/**
 * Renders its content once while the page is idle, before it is shown, and that stays mounted while it is hidden:
 * showing it is only a matter of its current data. Hidden content is laid out, so that it knows its width, and does not
 * follow its data; if it fails, it is tried again when it is shown. Must be in a positioned element of the content's
 * width.
 */
export const PreparedView = ({ isShown, prepare, children }: Props) => {
  const [isMounted, setMounted] = useState(isShown)
  if (isShown && !isMounted) setMounted(true)
  useEffect(() => {
    if (isMounted || prepare === null) return undefined
    let cancel = whenIdle(() => {
      // Once more when idle: what is loaded meanwhile must not be rendered before the page is painted.
      const mount = () => {
        cancel = whenIdle(() => startTransition(() => setMounted(true)))
      }
      prepare().then(mount, () => undefined)
    })
    return () => cancel()
  }, [isMounted, prepare])
  if (!isMounted) return null
  return (
    <div className={isShown ? undefined : HIDDEN}>
      <ErrorBoundary resetKey={String(isShown)}>
        <Frozen isShown={isShown}>{children}</Frozen>
      </ErrorBoundary>
    </div>
  )
}

const HIDDEN = 'invisible absolute inset-x-0 top-0 [content-visibility:hidden] print:hidden'

type FrozenProps = { readonly isShown: boolean; readonly children: ReactNode }

/** Renders its content again only while it is shown. */
const Frozen = memo(
  ({ children }: FrozenProps) => children,
  (_, { isShown }) => !isShown,
)
