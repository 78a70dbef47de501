import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Logo } from '../components/icon.tsx'
import { usePageTitle } from '../components/page.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/settings.ts'
import { PasswordForm } from './password-form.tsx'

/** The screen of users whose password was set by an administrator: they choose a new one before anything else. */
const NewPasswordScreen = () => {
  const { username, status, logout, retryPermissions } = useSession()
  const { appName } = getSettings()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  usePageTitle('New password')
  const notifyOthers = useChangesElsewhere(retryPermissions)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col px-4 pb-24 pt-[12dvh]">
      <p className="mb-6 flex items-center justify-center gap-2.5 text-lg font-semibold">
        <Logo className="size-7" />
        {appName}
      </p>
      <div className="card-surface flex flex-col gap-4 p-6">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">Choose a new password</h1>
          <p className="mt-1 break-words text-soft">
            An administrator has set the password of <strong className="text-ink">{username}</strong>. Choose
            one that only you know.
          </p>
        </div>
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
        <Button variant="quiet" busy={status === 'signingOut'} onClick={logout} className="w-full">
          Logout
        </Button>
      </div>
    </main>
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
