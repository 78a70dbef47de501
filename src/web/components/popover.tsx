import { type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

type Props = {
  /** The content of the button. `label` is its accessible name if the content is not text. */
  readonly trigger: ReactNode
  readonly label?: string
  readonly variant?: 'secondary' | 'quiet'
  readonly size?: 'normal' | 'small'
  readonly triggerClassName?: string
  readonly className?: string
  readonly onOpen?: () => void
  /** Receives the id of the panel: a button with `popoverTarget` and action `hide` closes it. */
  readonly children: (id: string) => ReactNode
}

/** A button with a floating panel below it; the browser closes it on Escape and on a click elsewhere. */
export const Popover = (props: Props) => {
  const { trigger, label, variant = 'secondary', size = 'normal', onOpen, children } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const positionPanel = ({ currentTarget, newState }: ToggleEvent<HTMLDivElement>) => {
    const anchor = button.current?.getBoundingClientRect()
    if (newState !== 'open' || anchor === undefined) return
    onOpen?.()
    currentTarget.style.top = `${anchor.bottom + scrollY + 4}px`
    currentTarget.style.right = `${Math.max(8, document.documentElement.clientWidth - anchor.right)}px`
  }
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        size={size}
        popoverTarget={id}
        aria-label={label}
        className={props.triggerClassName}
      >
        {trigger}
      </Button>
      <div
        id={id}
        popover="auto"
        onBeforeToggle={positionPanel}
        className={classNames(
          'absolute inset-auto m-0 max-w-[calc(100vw-16px)] rounded-card bg-raised p-1 text-ink shadow-float',
          props.className,
        )}
      >
        {children(id)}
      </div>
    </>
  )
}
