import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Button } from './button.tsx'

type DialogProps = {
  readonly title: string
  /** Called on Escape and on a click outside the dialog. */
  readonly onClose: () => void
  readonly children?: ReactNode
  /** Buttons, the safe one first. */
  readonly actions: ReactNode
  readonly isAlert?: boolean
}

/** Shows a modal native dialog. It contains the focus and returns it when it closes. */
export const Dialog = ({ title, onClose, children, actions, isAlert = false }: DialogProps) => {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return undefined
    const previousFocus = document.activeElement
    dialog.addEventListener('mousedown', ({ target, detail }) => {
      // The second press of a double click on the button that opened it does not close it.
      if (target === dialog && detail < 2) close()
    })
    dialog.showModal()
    return () => {
      dialog.close()
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The browser closes it without asking if Escape is pressed again and again.
      onClose={({ currentTarget }) => {
        if (currentTarget.open) return
        currentTarget.showModal()
        onClose()
      }}
      className="m-auto w-[min(440px,calc(100vw-32px))] animate-slide-in rounded-card bg-raised p-0 text-ink shadow-float"
    >
      <div className="flex flex-col gap-4 p-5">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {children}
        <div className="flex flex-wrap justify-end gap-2">{actions}</div>
      </div>
    </dialog>
  )
}

export type Question = {
  readonly question: string
  readonly confirmLabel: string
  readonly detail: ReactNode
}

type ConfirmDialogProps = Question & {
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Requests confirmation of an action; Cancel has the focus. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { question, confirmLabel, detail, isBusy = false, onConfirm, onCancel } = props
  return (
    <Dialog
      isAlert
      title={question}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="danger" busy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1 break-words text-soft">{detail}</div>
    </Dialog>
  )
}
