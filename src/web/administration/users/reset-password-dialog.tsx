import { useState } from 'react'
import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import { getConflict, getRecordErrorMessage } from '../error-messages.ts'
import { systemUsers, type SystemUserRecord } from '../resource.ts'
import { Button } from '../../kit/button.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'
import { hasFeature } from '../../contexts/portal-settings.ts'
import type { ScreenBanner } from '../../contexts/use-banner.ts'

type Props = {
  readonly user: SystemUserRecord
  readonly banner: ScreenBanner
  readonly onGone: (user: SystemUserRecord) => void
  readonly onResetFactor: () => void
  readonly onClose: () => void
}

/** Shows a dialog to enter the new password of a user. The password exists only here and in the request. */
export const ResetPasswordDialog = ({ user, banner, onGone, onResetFactor, onClose }: Props) => {
  const api = useApi()
  const [newPassword, setNewPassword] = useState('')
  const reset = async () => {
    try {
      await api.post(`${systemUsers.path}/${user.id}/reset-password`, {
        body: { newPassword },
        schema: AnyEnvelope,
      })
      banner.show('Password reset successfully!')
    } catch (error) {
      const message = getRecordErrorMessage(error, {
        rejected: 'An error occurred while resetting the password.',
        unexpected: 'An unexpected error occurred while resetting the password.',
      })
      if (getConflict(error) === null) throw new Error(message, { cause: error })
      banner.show(message)
      onGone(user)
    }
    onClose()
  }
  return (
    <FormDialog
      title="Reset Password"
      onClose={onClose}
      onSubmit={reset}
      submitLabel="Reset Password"
      isDisabled={newPassword.trim() === ''}
    >
      <p className="break-words text-soft">
        User <strong className="font-semibold text-ink">{user.userId}</strong>
      </p>
      <NewPasswordField
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
