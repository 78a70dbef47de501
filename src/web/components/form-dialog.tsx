import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Banner } from './messages.tsx'

type Props = {
  readonly title: string
  readonly onClose: () => void
  readonly onSubmit: () => Promise<void>
  readonly isBusy: boolean
  /** Why nothing was saved; null for no reason. */
  readonly error: string | null
  readonly children: ReactNode
}

/** A dialog with a form, which is saved or cancelled. */
export const FormDialog = ({ title, onClose, onSubmit, isBusy, error, children }: Props) => {
  const id = useId()
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy}>
            Save
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
          if (!isBusy) void onSubmit()
        }}
      >
        {error !== null && <Banner text={error} />}
        {children}
      </form>
    </Dialog>
  )
}
