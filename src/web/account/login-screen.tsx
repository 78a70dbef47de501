import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { findMissing, type LoginField } from '../../../schemas/api/auth.ts'
import { readSessionUse } from '../api/session-store.ts'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { Banner, ErrorBoundary } from '../kit/messages.tsx'
import { Button } from '../kit/button.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { Icon, Logo } from '../kit/icon.tsx'
import { ThemeSwitch } from '../contexts/theme.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/portal-settings.ts'
import { useBanner } from '../contexts/use-banner.ts'
import type { Ending } from '../machines/session-machine.ts'

const BANNER_MS = 5_000

const HINTS: Record<LoginField, string> = {
  username: 'Enter your username.',
  password: 'Enter your password.',
}

const company = lazyWithPreload(() => import('./company-sign-in.tsx'))

/** The sign-in screen, without the main layout. */
export const LoginScreen = () => {
  const { login, loginFailure, needsCode, status, ending } = useSession()
  const { appName, appVersion, demo, companySignIn } = getSettings()
  const [hasForm, setHasForm] = useState(companySignIn?.isOnly !== true)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [reason] = useState(() => explainEnd(ending))
  const [missing, setMissing] = useState<readonly LoginField[]>([])
  const banner = useBanner(BANNER_MS, true)
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const codeRef = useRef<HTMLInputElement>(null)
  const busy = status === 'signingIn'
  usePageTitle('Home')

  useEffect(() => {
    if (hasForm) usernameRef.current?.focus()
  }, [hasForm])

  const { show } = banner
  useEffect(() => {
    if (loginFailure === null) return
    show(loginFailure.message)
    const secret = codeRef.current ?? passwordRef.current
    secret?.focus()
    secret?.select()
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
      login(code.trim() === '' ? credentials : { ...credentials, code })
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
          <p className="mb-5 mt-1 text-soft">
            {hasForm ? 'Enter your username below to login to your account.' : 'Login to your account.'}
          </p>
          {reason !== null && (
            <output className="mb-4 flex items-start gap-2 rounded-control border bg-sunken px-3 py-1.5 text-soft">
              <Icon name="lock" className="mt-0.5" />
              <span>{reason}</span>
            </output>
          )}
          {banner.text !== null && (
            <div className="mb-4">
              <Banner text={banner.text} onClose={banner.clear} />
            </div>
          )}
          {hasForm && (
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
              {needsCode && (
                <TextField
                  ref={codeRef}
                  label="Code"
                  name="code"
                  autoComplete="one-time-code"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={code}
                  onChange={setCode}
                  placeholder="Of your app, or a recovery code"
                />
              )}
              <Button type="submit" variant="primary" busy={busy} className="mt-1 w-full">
                {busy ? 'Logging in...' : 'Login'}
              </Button>
            </form>
          )}
          {companySignIn !== null && (
            <ErrorBoundary resetKey="company sign-in">
              <Suspense>
                <company.Component isFirst={!hasForm} />
              </Suspense>
            </ErrorBoundary>
          )}
          {!hasForm && (
            <Button variant="quiet" className="mt-2 w-full" onClick={() => setHasForm(true)}>
              Use a password
            </Button>
          )}
          {demo && hasForm && <DemoAccounts onChoose={fill} />}
        </div>
        <p className="mt-4 text-center text-xs text-faint">Version {appVersion}</p>
      </main>
    </div>
  )
}

/** Why the last session ended, until the next sign-in; null if the user signed out here. */
const explainEnd = (ending: Ending): string | null => {
  if (ending === 'signedOutElsewhere') return 'You signed out in another tab.'
  if (ending !== 'rejected') return null
  const use = readSessionUse(Date.now())
  if (use === null || use.left > 0) return 'Your session has ended. It expired, or someone ended it.'
  const time = use.idleMinutes === 1 ? '1 minute' : `${use.idleMinutes} minutes`
  return `Your session has ended, because the portal was not used for ${time}.`
}

const DEMO_ACCOUNTS = ['superadmin', 'administrator', 'analyst'] as const
const DEMO_PASSWORD = 'demo-Portal-2025'

type DemoProps = { readonly onChoose: (username: string, password: string) => void }

/** The accounts of a portal with demo data; a click fills them in. */
const DemoAccounts = ({ onChoose }: DemoProps) => (
  <section aria-label="Demo accounts" className="mt-5 border-t pt-4 text-sm text-soft">
    <p className="mb-2">
      Demo accounts, password <code className="text-xs text-ink">{DEMO_PASSWORD}</code>
    </p>
    <div className="flex flex-wrap gap-2">
      {DEMO_ACCOUNTS.map((name) => (
        <Button key={name} size="small" onClick={() => onChoose(name, DEMO_PASSWORD)}>
          {name}
        </Button>
      ))}
    </div>
  </section>
)
