import { useState } from 'react'
import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import { buildActionTexts, getConflict, getRecordErrorMessage } from '../error-messages.ts'
import { useScreenBanner } from '../record-page.tsx'
import { systemUsers, type SystemUserRecord } from '../resource.ts'
import { Button } from '../../kit/button.tsx'
import { CheckBox } from '../../kit/check-box.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'
import { hasFeature } from '../../contexts/portal-settings.ts'

type Props = {
  readonly user: SystemUserRecord
  readonly onGone: (user: SystemUserRecord) => void
  readonly onResetFactor: () => void
  readonly onClose: () => void
}

const RESETTING = {
  done: 'Password reset successfully!',
  rejected: 'An error occurred while resetting the password.',
  unexpected: 'An unexpected error occurred while resetting the password.',
}
const INVITING = buildActionTexts('Invitation sent', 'inviting the user')

/** Shows a dialog to enter the new password of a user, or to mail a link. The password exists only here and in the request. */
export const ResetPasswordDialog = ({ user, onGone, onResetFactor, onClose }: Props) => {
  const api = useApi()
  const banner = useScreenBanner()
  const [newPassword, setNewPassword] = useState('')
  const [invited, setInvited] = useState(false)
  const path = `${systemUsers.path}/${user.id}`
  const submit = async () => {
    const texts = invited ? INVITING : RESETTING
    try {
      if (invited) await api.post(`${path}/invitation`, { schema: AnyEnvelope })
      else await api.post(`${path}/reset-password`, { body: { newPassword }, schema: AnyEnvelope })
      banner.show(texts.done)
    } catch (error) {
      const message = getRecordErrorMessage(error, texts)
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
      onSubmit={submit}
      submitLabel={invited ? 'Send Invitation' : 'Reset Password'}
      isDisabled={!invited && newPassword.trim() === ''}
    >
      <p className="break-words text-soft">
        User <strong className="font-semibold text-ink">{user.userId}</strong>
      </p>
      {!invited && (
        <NewPasswordField
          label="New Password"
          autoComplete="new-password"
          value={newPassword}
          onChange={setNewPassword}
          hint="8 to 128 characters. The user is signed out everywhere and chooses a new one at the next sign-in."
        />
      )}
      {hasFeature('invitations') && (
        <CheckBox
          label={`Mail a link that sets the password to ${user.emailId}`}
          className="text-sm"
          isChecked={invited}
          onChange={setInvited}
        />
      )}
      {hasFeature('second-factor') && (
        <Button variant="quiet" size="small" className="-ml-1.5 self-start" onClick={onResetFactor}>
          Reset the second factor instead
        </Button>
      )}
    </FormDialog>
  )
}
