import { Component, memo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { whenIdle } from './lazy-loading.tsx'

type Props = {
  readonly isShown: boolean
  /** Loads what the content needs, so that it can be rendered before it is shown; null if it is not. */
  readonly prepare: (() => Promise<unknown>) | null
  readonly children: ReactNode
}

/**
 * Renders its content once while the page is idle, before it is shown, and that stays mounted while it is hidden:
 * showing it is only a matter of its current data. Hidden content does not follow its data. Must be in a positioned
 * element of the content's width.
 */
export const PreparedView = ({ isShown, prepare, children }: Props) => {
  const [isMounted, setMounted] = useState(isShown)
  if (isShown && !isMounted) setMounted(true)
  useEffect(() => {
    if (isMounted || prepare === null || savesData()) return undefined
    return prepareWhenIdle(prepare, () => startTransition(() => setMounted(true)))
  }, [isMounted, prepare])
  if (!isMounted) return null
  return (
    <div {...(isShown ? {} : HIDDEN)}>
      <QuietBoundary isShown={isShown}>
        <Frozen isShown={isShown}>{children}</Frozen>
      </QuietBoundary>
    </div>
  )
}

/** Loads, then calls `mount`, each when the page is idle. Returns a function that cancels it. */
function prepareWhenIdle(load: () => Promise<unknown>, mount: () => void): () => void {
  let isCancelled = false
  let cancel = whenIdle(() => {
    load().then(
      () => (isCancelled ? undefined : (cancel = whenIdle(mount))),
      () => undefined,
    )
  })
  return () => {
    isCancelled = true
    cancel()
  }
}

const savesData = (): boolean => {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}

/**
 * Neither painted, reachable nor read aloud, but laid out, so that the content knows its width. A browser that cannot
 * do that does not lay it out.
 */
const HIDDEN =
  typeof CSS !== 'undefined' && CSS.supports('content-visibility', 'hidden')
    ? { className: 'absolute inset-x-0 top-0 [content-visibility:hidden] print:hidden' }
    : { hidden: true }

type FrozenProps = { readonly isShown: boolean; readonly children: ReactNode }

/** Renders its content again only while it is shown. */
const Frozen = memo(
  ({ children }: FrozenProps) => children,
  (_, { isShown }) => !isShown,
)

/** Leaves out hidden content that throws; once it is shown, it is rendered again and its errors are no longer quiet. */
class QuietBoundary extends Component<FrozenProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed && !this.props.isShown ? null : this.props.children
  }
}
