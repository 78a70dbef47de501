import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Banner } from '../components/messages.tsx'
import { PasswordForm } from './password-form.tsx'

/** The dialog in which users change their own password. */
const ChangePasswordDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const [isChanged, setChanged] = useState(false)
  return (
    <Dialog
      open
      title="Change password"
      onClose={onClose}
      actions={
        isChanged ? (
          <CloseButton onClose={onClose} />
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" busy={isBusy}>
              {isBusy ? 'Changing...' : 'Change password'}
            </Button>
          </>
        )
      }
    >
      {isChanged ? (
        <Banner text="Password changed successfully! You are signed out everywhere else." />
      ) : (
        <PasswordForm formId={formId} isCurrentNeeded onBusy={setBusy} onChanged={() => setChanged(true)} />
      )}
    </Dialog>
  )
}

/** The only button of the result. It takes the focus of the form that it follows. */
const CloseButton = ({ onClose }: { readonly onClose: () => void }) => {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Button ref={ref} variant="primary" onClick={onClose}>
      Close
    </Button>
  )
}

export default ChangePasswordDialog
