import {
  type FocusEvent,
  type KeyboardEvent as ElementKeyEvent,
  type ToggleEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'

/** Calls `close` on Escape while `isOpen`. */
export const useEscape = (isOpen: boolean, close: () => void): void => {
  const handleKeyDown = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && close())
  useEffect(() => {
    if (!isOpen) return undefined
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isOpen])
}

/** Returns the index to which an arrow key, Home or End leads from `position` among `count` items; null for another key. */
export function stepByKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'preventDefault'>,
  position: number,
  count: number,
): number | null {
  const steps = {
    ArrowRight: position + 1,
    ArrowDown: position + 1,
    ArrowLeft: position - 1,
    ArrowUp: position - 1,
  }
  const target = { ...steps, Home: 0, End: count - 1 }[event.key]
  if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return null
  event.preventDefault()
  return Math.max(0, Math.min(target, count - 1))
}

/** Moves the focus among the controls of a group, which are of one kind, by the keys of `stepByKey`. */
export function moveFocus(event: ElementKeyEvent<HTMLElement>): void {
  const { currentTarget } = event
  const group = currentTarget.closest('fieldset, [role=tablist]')
  const controls = [...(group?.querySelectorAll<HTMLElement>(currentTarget.tagName) ?? [])]
  const next = stepByKey(event, controls.indexOf(currentTarget), controls.length)
  if (next !== null) controls[next]?.focus()
}

const NARROW = '(max-width: 767px)'

/** Returns true while the window is too narrow for the menu beside the page. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(NARROW)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(NARROW).matches,
  )

/** Returns true while the page is printed. Renders synchronously: the browser captures the page after the event. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => controller.abort()
  }, [])
  return printing
}

type PopoverOptions = {
  /** The side on which the panel is in line with its button. */
  readonly align: 'left' | 'right'
  /** The width of a panel that would not fit beside the edge of the page. */
  readonly width?: number
  readonly onOpen?: () => void
  readonly onClose?: () => void
}

/**
 * Returns the attributes of a button and of the panel that it opens below it. The browser closes the panel on Escape and
 * on a click elsewhere, and it is closed when the focus leaves it. A panel without content is not filled before it is
 * opened.
 */
export function usePopover({ align, width = 0, onOpen, onClose }: PopoverOptions) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpened, setOpened] = useState(false)
  const position = ({ currentTarget: { style }, newState }: ToggleEvent<HTMLElement>) => {
    const anchor = button.current?.getBoundingClientRect()
    if (newState !== 'open' || anchor === undefined) return
    onOpen?.()
    const { clientWidth } = document.documentElement
    style.top = `${anchor.bottom + scrollY + 4}px`
    style.minWidth = align === 'left' ? `${anchor.width}px` : ''
    if (align === 'left') style.left = `${anchor.left}px`
    // At least 8px from both sides of the page.
    else style.right = `${Math.max(8, Math.min(clientWidth - anchor.right, clientWidth - width - 8))}px`
  }
  return {
    isOpened,
    button: { ref: button, popoverTarget: id, onClick: () => setOpened(true) },
    panel: {
      id,
      popover: 'auto',
      onBeforeToggle: position,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        const isInside = relatedTarget === null || currentTarget.contains(relatedTarget)
        if (!isInside && relatedTarget !== button.current) currentTarget.hidePopover()
      },
      onToggle: ({ newState }: ToggleEvent) => {
        if (newState === 'closed') onClose?.()
      },
      className:
        'scroll-shade absolute inset-auto m-0 max-h-80 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card p-1 text-ink shadow-float',
    },
  } as const
}
