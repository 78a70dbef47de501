import { type FormEvent, useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  readonly userId: string
  readonly isBusy: boolean
  /** What the last try came to; the page's own banner stands behind the dialog. */
  readonly message: string | null
  readonly onConfirm: (newPassword: string) => void
  readonly onCancel: () => void
}

/** Asks for a user's new password (spec §2, §5). */
export const ResetPasswordDialog = ({ userId, isBusy, message, onConfirm, onCancel }: Props) => {
  const formId = useId()
  const [newPassword, setNewPassword] = useState('')
  const isBlank = newPassword.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank) onConfirm(newPassword)
  }
  return (
    <Dialog
      open
      title="Reset Password"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" disabled={isBlank} busy={isBusy}>
            Reset Password
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="break-words text-soft">
          User <strong className="font-semibold text-ink">{userId}</strong>
        </p>
        {message !== null && <Banner text={message} />}
        <TextField
          label="New Password"
          type="password"
          autoComplete="new-password"
          value={newPassword}
          onChange={setNewPassword}
          hint="At least 8 characters. The user is signed out everywhere."
        />
      </form>
    </Dialog>
  )
}
