import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Banner } from './messages.tsx'

type Props = {
  readonly title: string
  readonly onClose: () => void
  readonly onSubmit: () => unknown
  readonly submitLabel?: string
  /** Another way to go on, beside the form. */
  readonly otherAction?: ReactNode
  readonly isDisabled?: boolean
  readonly isBusy: boolean
  /** Why nothing was saved; null for no reason. */
  readonly error: string | null
  readonly children: ReactNode
}

/** A dialog with a form, which is saved or cancelled. */
export const FormDialog = ({
  title,
  onClose,
  onSubmit,
  submitLabel = 'Save',
  otherAction,
  isDisabled = false,
  isBusy,
  error,
  children,
}: Props) => {
  const id = useId()
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {otherAction}
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
          if (!isBusy && !isDisabled) onSubmit()
        }}
      >
        {error !== null && <Banner text={error} />}
        {children}
      </form>
    </Dialog>
  )
}
