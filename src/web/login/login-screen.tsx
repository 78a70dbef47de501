import { type FormEvent, useEffect, useRef, useState } from 'react'
import { findMissing, type LoginField } from '../../../schemas/api/auth.ts'
import { Banner } from '../components/messages.tsx'
import { Button } from '../components/button.tsx'
import { usePageTitle } from '../components/page.tsx'
import { Logo } from '../components/icon.tsx'
import { ThemeSwitch } from '../components/theme.tsx'
import { TextField } from '../components/text-field.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/settings.ts'
import { useBanner } from '../contexts/use-banner.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { EndedSession } from './ended-session.tsx'

const BANNER_MS = 5_000

const HINTS: Record<LoginField, string> = {
  username: 'Enter your username.',
  password: 'Enter your password.',
}

/** The sign-in screen, without the main layout. */
export const LoginScreen = () => {
  const { login, loginFailure, status, ending } = useSession()
  const { appName, appVersion, demo } = getSettings()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<readonly LoginField[]>([])
  const banner = useBanner(BANNER_MS, true)
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const busy = status === 'signingIn'
  usePageTitle('Home')

  useEffect(() => usernameRef.current?.focus(), [])

  const { show } = banner
  useEffect(() => {
    if (loginFailure === null) return
    show(loginFailure.message)
    passwordRef.current?.select()
  }, [loginFailure, show])

  const getError = (field: LoginField) => (missing.includes(field) ? HINTS[field] : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const credentials = { username: username.trim(), password }
    const found = findMissing(credentials)
    setMissing(found.missing)
    if (found.message === null) {
      banner.clear()
      login(credentials.username, password)
      return
    }
    banner.show(found.message)
    const first = found.missing.includes('username') ? usernameRef : passwordRef
    first.current?.focus()
  }

  const fill = (name: string, secret: string) => {
    setUsername(name)
    setPassword(secret)
    setMissing([])
  }

  return (
    <div className="flex min-h-dvh flex-col">
      <div data-frame className="flex h-12 items-center justify-end px-4">
        <ThemeSwitch />
      </div>
      <main className="mx-auto flex w-full max-w-[400px] flex-1 flex-col px-4 pb-24 pt-[8dvh]">
        <p className="mb-6 flex items-center justify-center gap-2.5 text-lg font-semibold">
          <Logo className="size-7" />
          <span className="min-w-0 break-words">{appName}</span>
        </p>
        <div className="card-surface p-6">
          <h1 className="text-xl font-semibold tracking-tight">Home</h1>
          <p className="mb-5 mt-1 text-soft">Enter your username below to login to your account.</p>
          {(ending === 'rejected' || ending === 'signedOutElsewhere') && <EndedSession ending={ending} />}
          {banner.text !== null && (
            <div className="mb-4">
              <Banner text={banner.text} onClose={banner.clear} />
            </div>
          )}
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            <TextField
              ref={usernameRef}
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={setUsername}
              error={getError('username')}
            />
            <TextField
              ref={passwordRef}
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={getError('password')}
            />
            <Button type="submit" variant="primary" busy={busy} className="mt-1 w-full">
              {busy ? 'Logging in...' : 'Login'}
            </Button>
          </form>
          {demo && <DemoAccounts onChoose={fill} />}
        </div>
        <p className="mt-4 text-center text-xs text-faint">Version {appVersion}</p>
      </main>
    </div>
  )
}
