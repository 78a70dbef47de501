import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '../components/button.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { PasswordForm } from './password-form.tsx'
import { RestrictedPage } from './restricted-page.tsx'

/** The screen of users whose password was set by an administrator: they choose a new one before anything else. */
const NewPasswordScreen = () => {
  const { username, retryPermissions } = useSession()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const notifyOthers = useChangesElsewhere(retryPermissions)
  return (
    <RestrictedPage
      title="New password"
      heading="Choose a new password"
      text={
        <>
          An administrator has set the password of <strong className="text-ink">{username}</strong>. Choose
          one that only you know.
        </>
      }
    >
      <PasswordForm
        formId={formId}
        isCurrentNeeded={false}
        onBusy={setBusy}
        onChanged={() => {
          notifyOthers()
          retryPermissions()
        }}
      />
      <Button type="submit" form={formId} variant="primary" busy={isBusy} className="mt-1 w-full">
        {isBusy ? 'Saving...' : 'Save password'}
      </Button>
    </RestrictedPage>
  )
}

export default NewPasswordScreen

/** Written and removed at once: the other tabs of this browser see the change. */
const CHANGED_KEY = 'passwordChanged'

/** Notifies the other tabs of the session when the password is changed, and is notified by them. */
const useChangesElsewhere = (onChanged: () => void): (() => void) => {
  const changed = useEffectEvent(onChanged)
  useEffect(() => {
    const listen = ({ key, newValue }: StorageEvent) => {
      if (key === CHANGED_KEY && newValue !== null) changed()
    }
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }, [])
  return () => {
    try {
      localStorage.setItem(CHANGED_KEY, 'true')
      localStorage.removeItem(CHANGED_KEY)
    } catch {
      // Without storage the other tabs learn it from their next request.
    }
  }
}
