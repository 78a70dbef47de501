import { useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { formatErrorTexts, getConflict, getRecordErrorMessage } from '../administration/error-messages.ts'
import { useExclusiveMutation } from '../administration/record-mutations.ts'
import { systemUsers, type SystemUserRecord } from '../administration/resource.ts'
import { Button } from '../components/button.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import { hasFeature } from '../contexts/settings.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

type Props = {
  readonly user: SystemUserRecord
  readonly banner: ScreenBanner
  readonly onGone: (user: SystemUserRecord) => void
  readonly onResetFactor: () => void
  readonly onClose: () => void
}

/** A dialog to enter the new password of a user. The password exists only here and in the request. */
export const ResetPasswordDialog = ({ user, banner, onGone, onResetFactor, onClose }: Props) => {
  const api = useApi()
  const [newPassword, setNewPassword] = useState('')
  const describe = (error: unknown) =>
    getRecordErrorMessage(error, formatErrorTexts('resetting the password'))
  const sending = useExclusiveMutation({
    mutationFn: () =>
      api.post(`${systemUsers.path}/${user.id}/reset-password`, {
        body: { newPassword },
        schema: AnyEnvelope,
      }),
    onSuccess: () => {
      banner.show('Password reset successfully!')
      onClose()
    },
    onError: (error) => {
      if (getConflict(error) === null) return
      banner.show(describe(error))
      onGone(user)
      onClose()
    },
    gcTime: 0,
  })
  /** Nothing is left to see of a request whose dialog is closed. */
  const cancel = () => {
    if (!sending.isRunning()) onClose()
  }
  return (
    <FormDialog
      title="Reset Password"
      onClose={cancel}
      onSubmit={() => sending.mutate()}
      submitLabel="Reset Password"
      isDisabled={newPassword.trim() === ''}
      isBusy={sending.isPending}
      error={sending.error && describe(sending.error)}
    >
      <p className="break-words text-soft">
        User <strong className="font-semibold text-ink">{user.userId}</strong>
      </p>
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        value={newPassword}
        onChange={setNewPassword}
        hint="8 to 128 characters. The user is signed out everywhere and chooses a new one at the next sign-in."
      />
      {hasFeature('second-factor') && (
        <Button variant="quiet" size="small" className="self-start" onClick={onResetFactor}>
          Reset the second factor instead
        </Button>
      )}
    </FormDialog>
  )
}
