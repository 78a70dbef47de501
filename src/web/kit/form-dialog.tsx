import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Banner } from './messages.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = {
  readonly title: string
  readonly onClose: () => void
  /** Saves the form and closes the dialog; rejects with an error whose message is shown. */
  readonly onSubmit: () => Promise<unknown>
  readonly submitLabel?: string
  /** Another way to go on, which runs as the submit does; null for none. */
  readonly otherAction?: { readonly label: string; readonly run: () => Promise<unknown> } | null
  readonly isDisabled?: boolean
  readonly children: ReactNode
}

/** Shows a dialog with a form, which is saved or cancelled; not while it is being saved. */
export const FormDialog = ({ title, onClose, onSubmit, submitLabel = 'Save', ...props }: Props) => {
  const { otherAction, isDisabled = false, children } = props
  const id = useId()
  const { isBusy, failure, run } = useAttempt((error) =>
    error instanceof Error ? error.message : String(error),
  )
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <Button aria-disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          {otherAction && (
            <Button aria-disabled={isBusy} onClick={() => void run(otherAction.run)}>
              {otherAction.label}
            </Button>
          )}
          <Button type="submit" form={id} variant="primary" disabled={isDisabled} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isDisabled) void run(onSubmit)
        }}
      >
        {failure !== null && <Banner text={failure} />}
        {children}
      </form>
    </Dialog>
  )
}
