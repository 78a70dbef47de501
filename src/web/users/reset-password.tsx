import { type FormEvent, useId, useState } from 'react'
import { Banner } from '../components/messages.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { hasFeature } from '../contexts/settings.ts'
import { formatErrorTexts, getConflict, getRecordErrorMessage } from '../administration/error-messages.ts'
import { systemUsers, type SystemUserRecord } from '../administration/resource.ts'
import { useExclusiveMutation } from '../administration/record-mutations.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

type Props = {
  readonly userId: string
  readonly isBusy: boolean
  /** The result of the last attempt; the dialog covers the banner of the page. */
  readonly message: string | null
  readonly onConfirm: (newPassword: string) => void
  readonly onCancel: () => void
  readonly onResetFactor: () => void
}

/** A dialog to enter the new password of a user. */
export const ResetPasswordDialog = ({
  userId,
  isBusy,
  message,
  onConfirm,
  onCancel,
  onResetFactor,
}: Props) => {
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
        <NewPasswordField
          label="New Password"
          value={newPassword}
          onChange={setNewPassword}
          hint="8 to 128 characters. The user is signed out everywhere and chooses a new one at the next sign-in."
        />
        {hasFeature('second-factor') && (
          <Button variant="quiet" size="small" className="self-start" onClick={onResetFactor}>
            Reset the second factor instead
          </Button>
        )}
      </form>
    </Dialog>
  )
}

/** The state of the dialog. The password exists only in the dialog and in the request. */
export const useResetPassword = (banner: ScreenBanner, onGone: (user: SystemUserRecord) => void) => {
  const api = useApi()
  const [user, setUser] = useState<SystemUserRecord | null>(null)
  const sending = useExclusiveMutation({
    mutationFn: ({ id, newPassword }: { readonly id: number; readonly newPassword: string }) =>
      api.post(`${systemUsers.path}/${id}/reset-password`, { body: { newPassword }, schema: AnyEnvelope }),
    gcTime: 0,
  })
  const close = () => {
    sending.reset()
    setUser(null)
  }
  return {
    /** The user whose password is reset; null while the dialog is closed. */
    user,
    isBusy: sending.isPending,
    open: setUser,
    cancel: () => {
      if (sending.isRunning()) return
      banner.clear()
      close()
    },
    confirm: (newPassword: string) => {
      if (user === null || sending.isRunning()) return
      banner.clear()
      sending.mutate(
        { id: user.id, newPassword },
        {
          onSuccess: () => {
            banner.show('Password reset successfully!')
            close()
          },
          onError: (error) => {
            banner.show(getRecordErrorMessage(error, formatErrorTexts('resetting the password')))
            if (getConflict(error) === null) return
            onGone(user)
            close()
          },
        },
      )
    },
  }
}
